import * as v from 'valibot';
import {
  BulkItemSchema,
  BulkItemsSchema,
  BulkPreviewSchema,
  BulkSchema,
  PreviewBulkSchema,
  StartBulkSchema,
} from '../../src/domain/bulk.ts';
import { ByIdSchema } from '../../src/domain/field-schemas.ts';
import { paged } from '../../src/domain/paged.ts';
import { change, read } from '../gate/endings.ts';
import { roleMutation, roleProcedure, router } from '../gate/trpc.ts';
import { listItemsOfBulk, listLatestBulks, requireBulk } from './get-bulk.ts';
import { getBulkPreview, retryBulk, startBulk, undoBulk } from './start-bulk.ts';

export const bulkRouter = router({
  getAll: roleProcedure.output(v.array(BulkSchema)).query(read(listLatestBulks)),

  get: roleProcedure
    .input(ByIdSchema)
    .output(BulkSchema)
    .query(({ ctx, input }) => requireBulk(ctx.services.db, input.id)),

  getItems: roleProcedure.input(BulkItemsSchema).output(paged(BulkItemSchema)).query(read(listItemsOfBulk)),

  // Too long an input for an address.
  preview: roleMutation.input(PreviewBulkSchema).output(BulkPreviewSchema).mutation(read(getBulkPreview)),

  start: roleMutation.input(StartBulkSchema).output(BulkSchema).mutation(change(startBulk)),

  retry: roleMutation.input(ByIdSchema).output(BulkSchema).mutation(change(retryBulk)),

  undo: roleMutation.input(ByIdSchema).output(BulkSchema).mutation(change(undoBulk)),
});
