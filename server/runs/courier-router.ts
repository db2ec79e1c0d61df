import { courierCalls } from '../../src/domain/calls/runs.ts';
import { change } from '../gate/endings.ts';
import { roleProcedure, router, verifiedMutation, verifiedProcedure } from '../gate/trpc.ts';
import { checkCode } from '../handover/handover-codes.ts';
import { reportCollect, reportHandIn } from '../pickups/report-collect.ts';
import { getCourierRun } from './get-courier-run.ts';
import { reportClose, reportLoad, reportReturn, reportStart } from './report-run.ts';
import { reportVisit } from './report-visit.ts';

// Reports need custody of the parcels, not the role: what happened is accepted.
export const courierRouter = router({
  getRun: roleProcedure(courierCalls.getRun).query(({ ctx, input }) => {
    const { db, environment, secrets, marks } = ctx.services;
    const { user, sessionId } = ctx.signedIn;
    return getCourierRun(db, { ...input, courierId: user.id, sessionId, environment, secrets, marks });
  }),

  load: verifiedMutation(courierCalls.load).mutation(change(reportLoad)),

  start: verifiedMutation(courierCalls.start).mutation(change(reportStart)),

  visit: verifiedMutation(courierCalls.visit).mutation(change(reportVisit)),

  // No query: the code would be in its address.
  checkCode: verifiedProcedure(courierCalls.checkCode).mutation(({ ctx, input }) =>
    checkCode(ctx.services, ctx.signedIn.user.id, input),
  ),

  return: verifiedMutation(courierCalls.return).mutation(change(reportReturn)),

  close: verifiedMutation(courierCalls.close).mutation(change(reportClose)),

  collect: verifiedMutation(courierCalls.collect).mutation(change(reportCollect)),

  handIn: verifiedMutation(courierCalls.handIn).mutation(change(reportHandIn)),
});
