import * as v from 'valibot';
import { ScanResultsSchema, ScansSchema } from '../../src/domain/desk-scan.ts';
import { ByIdSchema } from '../../src/domain/field-schemas.ts';
import { GetPrintsSchema, PrintersSchema, PrintSchema } from '../../src/domain/labels/printing.ts';
import { paged } from '../../src/domain/paged.ts';
import { RenameFilterSchema, SavedFilterSchema, SaveFilterSchema } from '../../src/domain/saved-filter.ts';
import { WorklistSchema } from '../../src/domain/work.ts';
import { changeOwn, doneOutput, idOutput, read, readOwn } from '../gate/endings.ts';
import { roleMutation, roleProcedure, router } from '../gate/trpc.ts';
import { listPrintsOfAll } from '../labels/list-prints.ts';
import { removeFilter, renameFilter, saveFilter } from '../people/save-filters.ts';
import { listSavedFilters } from '../people/store/saved-filters.ts';
import { applyScans } from './apply-scans.ts';
import { getWork } from './get-work.ts';

export const deskAdminRouter = router({
  getWork: roleProcedure
    .output(WorklistSchema)
    .query(({ ctx }) => getWork(ctx.services.db, ctx.signedIn.user, ctx.services.environment)),

  getPrinters: roleProcedure
    .output(PrintersSchema)
    .query(({ ctx }) => ctx.services.environment.PRINTERS.map(({ name, dpi }) => ({ name, dpi }))),

  getPrints: roleProcedure.input(GetPrintsSchema).output(paged(PrintSchema)).query(read(listPrintsOfAll)),

  // Each scan has its own key and its own transaction.
  scan: roleProcedure
    .meta({ isOncePerKey: true })
    .input(ScansSchema)
    .output(ScanResultsSchema)
    .mutation(async ({ ctx, input }) => {
      const { services, requestId, signedIn } = ctx;
      return { results: await applyScans({ services, requestId, actor: signedIn.user }, input.scans) };
    }),
});

export const savedFilterRouter = router({
  list: roleProcedure.output(v.array(SavedFilterSchema)).query(readOwn(listSavedFilters)),

  save: roleMutation.input(SaveFilterSchema).output(idOutput).mutation(changeOwn(saveFilter)),

  rename: roleMutation.input(RenameFilterSchema).output(doneOutput).mutation(changeOwn(renameFilter)),

  delete: roleMutation
    .input(ByIdSchema)
    .output(doneOutput)
    .mutation(({ ctx, input }) => removeFilter(ctx.unit, ctx.signedIn.user.id, input.id)),
});
