import { CheckCodeSchema } from '../../src/domain/handover.ts';
import {
  CloseRunByCourierSchema,
  CollectSchema,
  HandInSchema,
  LoadSchema,
  ReturnSchema,
  StartRunSchema,
  VisitSchema,
} from '../../src/domain/runs/facts.ts';
import { CourierRunQuerySchema, CourierRunSchema } from '../../src/domain/runs/views.ts';
import { change, doneOutput } from '../gate/endings.ts';
import { roleProcedure, router, verifiedMutation, verifiedProcedure } from '../gate/trpc.ts';
import { checkCode } from '../handover/handover-codes.ts';
import { reportCollect, reportHandIn } from '../pickups/report-collect.ts';
import { getCourierRun } from './get-courier-run.ts';
import { reportClose, reportLoad, reportReturn, reportStart } from './report-run.ts';
import { reportVisit } from './report-visit.ts';

// Reports need custody of the parcels, not the role: what happened is accepted.
export const courierRouter = router({
  getRun: roleProcedure
    .input(CourierRunQuerySchema)
    .output(CourierRunSchema)
    .query(({ ctx, input }) => {
      const { db, environment, secrets, marks } = ctx.services;
      const { user, sessionId } = ctx.signedIn;
      return getCourierRun(db, { ...input, courierId: user.id, sessionId, environment, secrets, marks });
    }),

  load: verifiedMutation.input(LoadSchema).output(doneOutput).mutation(change(reportLoad)),

  start: verifiedMutation.input(StartRunSchema).output(doneOutput).mutation(change(reportStart)),

  visit: verifiedMutation.input(VisitSchema).output(doneOutput).mutation(change(reportVisit)),

  // No query: the code would be in its address.
  checkCode: verifiedProcedure
    .input(CheckCodeSchema)
    .output(doneOutput)
    .mutation(({ ctx, input }) => checkCode(ctx.services, ctx.signedIn.user.id, input)),

  return: verifiedMutation.input(ReturnSchema).output(doneOutput).mutation(change(reportReturn)),

  close: verifiedMutation.input(CloseRunByCourierSchema).output(doneOutput).mutation(change(reportClose)),

  collect: verifiedMutation.input(CollectSchema).output(doneOutput).mutation(change(reportCollect)),

  handIn: verifiedMutation.input(HandInSchema).output(doneOutput).mutation(change(reportHandIn)),
});
