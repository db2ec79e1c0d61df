import { ScanResultsSchema, ScansSchema } from '../../src/domain/desk-scan.ts';
import { WorklistSchema } from '../../src/domain/work.ts';
import { applyScans } from '../operations/desk/apply-scans.ts';
import { getWork } from '../operations/desk/get-work.ts';
import { managerProcedure, router } from './gate/trpc.ts';

export const deskAdminRouter = router({
  getWork: managerProcedure.output(WorklistSchema).query(({ ctx }) => getWork(ctx.services.db)),

  // Each scan has its own key and its own transaction.
  scan: managerProcedure
    .meta({ isOncePerKey: true })
    .input(ScansSchema)
    .output(ScanResultsSchema)
    .mutation(async ({ ctx, input }) => {
      const { services, requestId, signedIn } = ctx;
      return { results: await applyScans({ services, requestId, actor: signedIn.user }, input.scans) };
    }),
});
