import { deskAdminCalls, savedFilterCalls } from '../../src/domain/calls/desk.ts';
import { changeOwn, read, readOwn } from '../gate/endings.ts';
import { roleMutation, roleProcedure, router } from '../gate/trpc.ts';
import { listPrintsOfAll } from '../labels/list-prints.ts';
import { removeFilter, renameFilter, saveFilter } from '../people/save-filters.ts';
import { listSavedFilters } from '../people/store/saved-filters.ts';
import { applyScans } from './apply-scans.ts';
import { getWork } from './get-work.ts';

export const deskAdminRouter = router({
  getWork: roleProcedure(deskAdminCalls.getWork).query(({ ctx }) =>
    getWork(ctx.services.db, ctx.signedIn.user, ctx.services.environment),
  ),

  getPrinters: roleProcedure(deskAdminCalls.getPrinters).query(({ ctx }) =>
    ctx.services.environment.PRINTERS.map(({ name, dpi }) => ({ name, dpi })),
  ),

  getPrints: roleProcedure(deskAdminCalls.getPrints).query(read(listPrintsOfAll)),

  // Each scan has its own key and its own transaction.
  scan: roleProcedure(deskAdminCalls.scan)
    .meta({ isOncePerKey: true })
    .mutation(async ({ ctx, input }) => {
      const { services, requestId, signedIn } = ctx;
      return { results: await applyScans({ services, requestId, actor: signedIn.user }, input.scans) };
    }),
});

export const savedFilterRouter = router({
  list: roleProcedure(savedFilterCalls.list).query(readOwn(listSavedFilters)),

  save: roleMutation(savedFilterCalls.save).mutation(changeOwn(saveFilter)),

  rename: roleMutation(savedFilterCalls.rename).mutation(changeOwn(renameFilter)),

  delete: roleMutation(savedFilterCalls.delete).mutation(({ ctx, input }) =>
    removeFilter(ctx.unit, ctx.signedIn.user.id, input.id),
  ),
});
