import { bulkCalls } from '../../src/domain/calls/shipments.ts';
import { change, read } from '../gate/endings.ts';
import { roleMutation, roleProcedure, router } from '../gate/trpc.ts';
import { listItemsOfBulk, listLatestBulks, requireBulk } from './get-bulk.ts';
import { getBulkPreview, retryBulk, startBulk, undoBulk } from './start-bulk.ts';

export const bulkRouter = router({
  getAll: roleProcedure(bulkCalls.getAll).query(read(listLatestBulks)),

  get: roleProcedure(bulkCalls.get).query(({ ctx, input }) => requireBulk(ctx.services.db, input.id)),

  getItems: roleProcedure(bulkCalls.getItems).query(read(listItemsOfBulk)),

  // Too long an input for an address.
  preview: roleMutation(bulkCalls.preview).mutation(read(getBulkPreview)),

  start: roleMutation(bulkCalls.start).mutation(change(startBulk)),

  retry: roleMutation(bulkCalls.retry).mutation(change(retryBulk)),

  undo: roleMutation(bulkCalls.undo).mutation(change(undoBulk)),
});
