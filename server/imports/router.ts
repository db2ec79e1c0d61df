import * as v from 'valibot';
import { ByIdSchema } from '../../src/domain/field-schemas.ts';
import { paged } from '../../src/domain/paged.ts';
import {
  ImportRowSchema,
  ImportRowsSchema,
  ShipmentImportSchema,
  StartImportSchema,
} from '../../src/domain/shipment-import.ts';
import { change, doneOutput, read, readWith } from '../gate/endings.ts';
import { roleMutation, roleProcedure, router } from '../gate/trpc.ts';
import { getShipmentImport, listShipmentImportRows, listShipmentImports } from './get-import.ts';
import { startImport } from './import-shipments.ts';
import { undoImport } from './undo-import.ts';

export const shipmentImportRouter = router({
  getImports: roleProcedure.output(v.array(ShipmentImportSchema)).query(read(listShipmentImports)),

  getImport: roleProcedure.input(ByIdSchema).output(ShipmentImportSchema).query(read(getShipmentImport)),

  getRows: roleProcedure.input(ImportRowsSchema).output(paged(ImportRowSchema)).query(readWith(listShipmentImportRows)),

  start: roleMutation.input(StartImportSchema).output(doneOutput).mutation(change(startImport)),

  undo: roleMutation.input(ByIdSchema).output(doneOutput).mutation(change(undoImport)),
});
