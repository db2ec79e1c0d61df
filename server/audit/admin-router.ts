import { auditAdminCalls, recordsAdminCalls } from '../../src/domain/calls/desk.ts';
import { change } from '../gate/endings.ts';
import { roleMutation, roleProcedure, router } from '../gate/trpc.ts';
import { getRecordsCheck } from './check-records.ts';
import { findDeleted } from './find-deleted.ts';
import { listAuditHistory } from './list-audit-entries.ts';
import { settleFailedJobs } from './settle-failed-jobs.ts';

export const auditAdminRouter = router({
  getEntries: roleProcedure(auditAdminCalls.getEntries).query(({ ctx, input }) =>
    listAuditHistory(ctx.services.db, ctx.signedIn.user, input),
  ),

  findDeleted: roleProcedure(auditAdminCalls.findDeleted).query(({ ctx, input }) =>
    findDeleted(ctx.services, ctx.signedIn.user, input),
  ),
});

export const recordsAdminRouter = router({
  getCheck: roleProcedure(recordsAdminCalls.getCheck).query(({ ctx }) => getRecordsCheck(ctx.services)),

  settleFailedJobs: roleMutation(recordsAdminCalls.settleFailedJobs).mutation(change(settleFailedJobs)),
});
