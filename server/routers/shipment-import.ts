import * as v from 'valibot';
import { ByIdSchema, DoneSchema, done } from '../../src/domain/field-schemas.ts';
import { paged } from '../../src/domain/paged.ts';
import {
  ImportRowSchema,
  ImportRowsSchema,
  ShipmentImportSchema,
  StartImportSchema,
} from '../../src/domain/shipment-import.ts';
import { getShipmentImport, listShipmentImportRows, listShipmentImports } from '../operations/imports/get-import.ts';
import { startImport } from '../operations/imports/import-shipments.ts';
import { undoImport } from '../operations/imports/undo-import.ts';
import { roleMutation, roleProcedure, router } from './gate/trpc.ts';

export const shipmentImportRouter = router({
  getImports: roleProcedure
    .output(v.array(ShipmentImportSchema))
    .query(({ ctx }) => listShipmentImports(ctx.services.db)),

  getImport: roleProcedure
    .input(ByIdSchema)
    .output(ShipmentImportSchema)
    .query(({ ctx, input }) => getShipmentImport(ctx.services.db, input)),

  getRows: roleProcedure
    .input(ImportRowsSchema)
    .output(paged(ImportRowSchema))
    .query(({ ctx, input }) => listShipmentImportRows(ctx.services.db, input)),

  start: roleMutation
    .input(StartImportSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await startImport(ctx.unit, input);
      return done;
    }),

  undo: roleMutation
    .input(ByIdSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await undoImport(ctx.unit, input);
      return done;
    }),
});
