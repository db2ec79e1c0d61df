import * as v from 'valibot';
import { CountCashSchema, OpenCashSchema } from '../../src/domain/cod.ts';
import { ByIdSchema } from '../../src/domain/field-schemas.ts';
import { ReleaseCodeSchema } from '../../src/domain/handover.ts';
import { EmailReportSchema } from '../../src/domain/mail.ts';
import { DaySheetSchema } from '../../src/domain/reports/day-sheet.ts';
import { ChangeRunsSchema, CreateRunsSchema, PlanRunsSchema, RunPlanSchema } from '../../src/domain/routing/plan.ts';
import {
  AddToRunSchema,
  ChangeRunSchema,
  CreateRunSchema,
  DaySchema,
  MoveTasksSchema,
  OpenExceptionsSchema,
  PoolSchema,
  ReorderRunSchema,
  ResolveExceptionSchema,
  RunsOfDaySchema,
  RunVersionSchema,
  SortMapQuerySchema,
} from '../../src/domain/runs/manage.ts';
import {
  CouriersSchema,
  OpenExceptionSchema,
  RunDetailsSchema,
  RunListSchema,
  RunPoolSchema,
  SortMapSchema,
  SuggestedOrderSchema,
  WindowRecordSchema,
} from '../../src/domain/runs/views.ts';
import { UpdatedTransactionSchema } from '../../src/domain/transaction.ts';
import { countCash, listOpenCash } from '../cod/count-cash.ts';
import { resolveException } from '../desk/resolve-exception.ts';
import { change, changeOwn, doneOutput, read, readWith } from '../gate/endings.ts';
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
  list: roleProcedure
    .input(RunsOfDaySchema)
    .output(RunListSchema)
    .query(({ ctx, input }) => listRuns(ctx.services.db, input, ctx.services.environment.TIME_ZONE)),

  get: roleProcedure.input(ByIdSchema).output(RunDetailsSchema).query(readWith(getManagedRun)),

  daySheet: roleProcedure
    .input(DaySchema)
    .output(DaySheetSchema)
    .query(async ({ ctx: { services, signedIn }, input }) => ({
      ...(await getDaySheet(services, input)),
      email: {
        isOn: await isReportReader(services.db, 'day-sheet', signedIn.user.id),
        hour: services.environment.DAY_SHEET_HOUR,
      },
    })),

  emailDaySheet: roleMutation
    .input(EmailReportSchema)
    .output(doneOutput)
    .mutation(changeOwn(chooseReport('day-sheet'))),

  pool: roleProcedure
    .input(PoolSchema)
    .output(RunPoolSchema)
    .query(({ ctx, input }) => listRunPool(ctx.services.db, input.page, ctx.services.environment.TIME_ZONE)),

  openCash: roleProcedure.output(OpenCashSchema).query(read(listOpenCash)),

  countCash: provedMutation.input(CountCashSchema).output(UpdatedTransactionSchema).mutation(change(countCash)),

  releaseCode: roleMutation.input(ReleaseCodeSchema).output(doneOutput).mutation(change(releaseCode)),

  couriers: roleProcedure.output(CouriersSchema).query(read(listRunCouriers)),

  sortMap: roleProcedure
    .input(SortMapQuerySchema)
    .output(SortMapSchema)
    .query(({ ctx, input }) => getSortMap(ctx.services.db, input, ctx.services.environment.TIME_ZONE)),

  suggestOrder: roleProcedure
    .meta({ lane: 'plans' })
    .input(ChangeRunSchema)
    .output(SuggestedOrderSchema)
    .query(readWith(suggestOrder)),

  windows: roleProcedure.output(WindowRecordSchema).query(async ({ ctx }) => {
    const { share, checks, isOn } = await findCalibration(ctx.services.db);
    return { share, checks, isOn };
  }),

  exceptions: roleProcedure
    .input(OpenExceptionsSchema)
    .output(v.array(OpenExceptionSchema))
    .query(read(listExceptions)),

  resolve: roleMutation.input(ResolveExceptionSchema).output(doneOutput).mutation(change(resolveException)),

  forgetPlace: roleMutation.input(ByIdSchema).output(doneOutput).mutation(change(forgetPlace)),

  create: roleMutation.input(CreateRunSchema).output(RunVersionSchema).mutation(change(createRun)),

  // Too long an input for an address; no transaction waits for the search.
  plan: roleProcedure.meta({ lane: 'plans' }).input(PlanRunsSchema).output(RunPlanSchema).mutation(readWith(planRuns)),

  createMany: roleMutation.input(CreateRunsSchema).output(v.array(RunVersionSchema)).mutation(change(createRuns)),

  add: roleMutation.input(AddToRunSchema).output(RunVersionSchema).mutation(change(addToRun)),

  reorder: roleMutation.input(ReorderRunSchema).output(RunVersionSchema).mutation(change(reorderRun)),

  release: roleMutation.input(ChangeRunSchema).output(RunVersionSchema).mutation(change(releaseRun)),

  move: roleMutation.input(MoveTasksSchema).output(RunVersionSchema).mutation(change(moveTasks)),

  close: roleMutation.input(ChangeRunSchema).output(RunVersionSchema).mutation(change(closeRun)),

  cancel: roleMutation.input(ChangeRunSchema).output(RunVersionSchema).mutation(change(cancelRun)),

  releaseMany: roleMutation.input(ChangeRunsSchema).output(v.array(RunVersionSchema)).mutation(change(releaseRuns)),

  cancelMany: roleMutation.input(ChangeRunsSchema).output(v.array(RunVersionSchema)).mutation(change(cancelRuns)),
});
