import { WorklistSchema } from '../../src/domain/work.ts';
import { getWork } from '../operations/desk/get-work.ts';
import { managerProcedure, router } from './gate/trpc.ts';

export const deskAdminRouter = router({
  getWork: managerProcedure.output(WorklistSchema).query(({ ctx }) => getWork(ctx.services.db)),
});
