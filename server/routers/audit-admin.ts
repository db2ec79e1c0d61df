import * as v from 'valibot';
import { AuditEntriesSchema, AuditEntrySchema, DeletedSchema, FindDeletedSchema } from '../../src/domain/audit.ts';
import { paged } from '../../src/domain/paged.ts';
import { RecordsCheckSchema } from '../../src/domain/records.ts';
import { getRecordsCheck } from '../operations/audit/check-records.ts';
import { findDeleted } from '../operations/audit/find-deleted.ts';
import { listAuditHistory } from '../operations/audit/list-audit-entries.ts';
import { managerProcedure, router } from './gate/trpc.ts';

export const auditAdminRouter = router({
  getEntries: managerProcedure
    .input(AuditEntriesSchema)
    .output(paged(AuditEntrySchema))
    .query(({ ctx, input }) => listAuditHistory(ctx.services.db, input)),

  findDeleted: managerProcedure
    .input(FindDeletedSchema)
    .output(v.array(DeletedSchema))
    .query(({ ctx, input }) => findDeleted(ctx.services, input)),
});

export const recordsAdminRouter = router({
  getCheck: managerProcedure.output(v.nullable(RecordsCheckSchema)).query(({ ctx }) => getRecordsCheck(ctx.services)),
});
