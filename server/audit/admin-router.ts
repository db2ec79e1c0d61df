import * as v from 'valibot';
import { AuditEntriesSchema, AuditEntrySchema, DeletedSchema, FindDeletedSchema } from '../../src/domain/audit.ts';
import { paged } from '../../src/domain/paged.ts';
import { RecordsCheckSchema, SettleFailedJobsSchema } from '../../src/domain/records.ts';
import { change, doneOutput } from '../gate/endings.ts';
import { roleMutation, roleProcedure, router } from '../gate/trpc.ts';
import { getRecordsCheck } from './check-records.ts';
import { findDeleted } from './find-deleted.ts';
import { listAuditHistory } from './list-audit-entries.ts';
import { settleFailedJobs } from './settle-failed-jobs.ts';

export const auditAdminRouter = router({
  getEntries: roleProcedure
    .input(AuditEntriesSchema)
    .output(paged(AuditEntrySchema))
    .query(({ ctx, input }) => listAuditHistory(ctx.services.db, ctx.signedIn.user, input)),

  findDeleted: roleProcedure
    .input(FindDeletedSchema)
    .output(v.array(DeletedSchema))
    .query(({ ctx, input }) => findDeleted(ctx.services, ctx.signedIn.user, input)),
});

export const recordsAdminRouter = router({
  getCheck: roleProcedure.output(v.nullable(RecordsCheckSchema)).query(({ ctx }) => getRecordsCheck(ctx.services)),

  settleFailedJobs: roleMutation.input(SettleFailedJobsSchema).output(doneOutput).mutation(change(settleFailedJobs)),
});
