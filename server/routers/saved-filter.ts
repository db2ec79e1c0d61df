import * as v from 'valibot';
import { ByIdSchema, DoneSchema, done } from '../../src/domain/field-schemas.ts';
import { RenameFilterSchema, SavedFilterSchema, SaveFilterSchema } from '../../src/domain/saved-filter.ts';
import { removeFilter, renameFilter, saveFilter } from '../operations/users/save-filters.ts';
import { listSavedFilters } from '../stores/users/saved-filters.ts';
import { managerMutation, managerProcedure, router } from './gate/trpc.ts';

export const savedFilterRouter = router({
  list: managerProcedure
    .output(v.array(SavedFilterSchema))
    .query(({ ctx }) => listSavedFilters(ctx.services.db, ctx.signedIn.user.id)),

  save: managerMutation
    .input(SaveFilterSchema)
    .output(v.object({ id: v.string() }))
    .mutation(({ ctx, input }) => saveFilter(ctx.unit, ctx.signedIn.user.id, input)),

  rename: managerMutation
    .input(RenameFilterSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await renameFilter(ctx.unit, ctx.signedIn.user.id, input);
      return done;
    }),

  delete: managerMutation
    .input(ByIdSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await removeFilter(ctx.unit, ctx.signedIn.user.id, input.id);
      return done;
    }),
});
