import { runAdminCalls } from '../../src/domain/calls/runs.ts';
import { countCash, listOpenCash } from '../cod/count-cash.ts';
import { resolveException } from '../desk/resolve-exception.ts';
import { change, changeOwn, read, readWith } from '../gate/endings.ts';
import { provedMutation, roleMutation, roleProcedure, router } from '../gate/trpc.ts';
import { releaseCode } from '../handover/handover-codes.ts';
import { forgetPlace } from '../places/forget-place.ts';
import { getDaySheet } from '../reports/day-sheet.ts';
import { chooseReport } from '../reports/email-reports.ts';
import { isReportReader } from '../reports/store/report-readers.ts';
import { addToRun, createRun } from './fill-run.ts';
import { getManagedRun, listRunCouriers, listRunPool, listRuns } from './get-managed-runs.ts';
import { listExceptions } from './list-exceptions.ts';
import { cancelRun, cancelRuns, closeRun, releaseRun, releaseRuns, reorderRun } from './manage-run.ts';
import { moveTasks } from './move-tasks.ts';
import { getSortMap } from './planning/get-sort-map.ts';
import { createRuns, planRuns } from './planning/plan-runs.ts';
import { suggestOrder } from './planning/suggest-order.ts';
import { findCalibration } from './store/windows.ts';

export const runAdminRouter = router({
  list: roleProcedure(runAdminCalls.list).query(({ ctx, input }) =>
    listRuns(ctx.services.db, input, ctx.services.environment.TIME_ZONE),
  ),

  get: roleProcedure(runAdminCalls.get).query(readWith(getManagedRun)),

  daySheet: roleProcedure(runAdminCalls.daySheet).query(async ({ ctx: { services, signedIn }, input }) => ({
    ...(await getDaySheet(services, input)),
    email: {
      isOn: await isReportReader(services.db, 'day-sheet', signedIn.user.id),
      hour: services.environment.DAY_SHEET_HOUR,
    },
  })),

  emailDaySheet: roleMutation(runAdminCalls.emailDaySheet).mutation(changeOwn(chooseReport('day-sheet'))),

  pool: roleProcedure(runAdminCalls.pool).query(({ ctx, input }) =>
    listRunPool(ctx.services.db, input.page, ctx.services.environment.TIME_ZONE),
  ),

  openCash: roleProcedure(runAdminCalls.openCash).query(read(listOpenCash)),

  countCash: provedMutation(runAdminCalls.countCash).mutation(change(countCash)),

  releaseCode: roleMutation(runAdminCalls.releaseCode).mutation(change(releaseCode)),

  couriers: roleProcedure(runAdminCalls.couriers).query(read(listRunCouriers)),

  sortMap: roleProcedure(runAdminCalls.sortMap).query(({ ctx, input }) =>
    getSortMap(ctx.services.db, input, ctx.services.environment.TIME_ZONE),
  ),

  suggestOrder: roleProcedure(runAdminCalls.suggestOrder).meta({ lane: 'plans' }).query(readWith(suggestOrder)),

  windows: roleProcedure(runAdminCalls.windows).query(async ({ ctx }) => {
    const { share, checks, isOn } = await findCalibration(ctx.services.db);
    return { share, checks, isOn };
  }),

  exceptions: roleProcedure(runAdminCalls.exceptions).query(read(listExceptions)),

  resolve: roleMutation(runAdminCalls.resolve).mutation(change(resolveException)),

  forgetPlace: roleMutation(runAdminCalls.forgetPlace).mutation(change(forgetPlace)),

  create: roleMutation(runAdminCalls.create).mutation(change(createRun)),

  // Too long an input for an address; no transaction waits for the search.
  plan: roleProcedure(runAdminCalls.plan).meta({ lane: 'plans' }).mutation(readWith(planRuns)),

  createMany: roleMutation(runAdminCalls.createMany).mutation(change(createRuns)),

  add: roleMutation(runAdminCalls.add).mutation(change(addToRun)),

  reorder: roleMutation(runAdminCalls.reorder).mutation(change(reorderRun)),

  release: roleMutation(runAdminCalls.release).mutation(change(releaseRun)),

  move: roleMutation(runAdminCalls.move).mutation(change(moveTasks)),

  close: roleMutation(runAdminCalls.close).mutation(change(closeRun)),

  cancel: roleMutation(runAdminCalls.cancel).mutation(change(cancelRun)),

  releaseMany: roleMutation(runAdminCalls.releaseMany).mutation(change(releaseRuns)),

  cancelMany: roleMutation(runAdminCalls.cancelMany).mutation(change(cancelRuns)),
});
