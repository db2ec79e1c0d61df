import { AuditEntriesSchema, AuditEntrySchema } from '../../src/domain/audit.ts';
import { paged } from '../../src/domain/paged.ts';
import { listHistory } from '../operations/list-audit-entries.ts';
import { managerProcedure, router } from '../trpc.ts';

export const auditAdminRouter = router({
  getEntries: managerProcedure
    .input(AuditEntriesSchema)
    .output(paged(AuditEntrySchema))
    .query(({ ctx, input }) => listHistory(ctx.services.db, input)),
});
