import * as v from 'valibot';
import { RecordsCheckSchema } from '../../src/domain/records.ts';
import { getRecordsCheck } from '../operations/audit/check-records.ts';
import { managerProcedure, router } from './gate/trpc.ts';

export const recordsAdminRouter = router({
  getCheck: managerProcedure
    .output(v.nullable(RecordsCheckSchema))
    .query(({ ctx }) => getRecordsCheck(ctx.services.db)),
});
