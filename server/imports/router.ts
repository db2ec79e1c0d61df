import { shipmentImportCalls } from '../../src/domain/calls/shipments.ts';
import { change, read, readWith } from '../gate/endings.ts';
import { roleMutation, roleProcedure, router } from '../gate/trpc.ts';
import { getShipmentImport, listShipmentImportRows, listShipmentImports } from './get-import.ts';
import { startImport } from './import-shipments.ts';
import { undoImport } from './undo-import.ts';

export const shipmentImportRouter = router({
  getImports: roleProcedure(shipmentImportCalls.getImports).query(read(listShipmentImports)),

  getImport: roleProcedure(shipmentImportCalls.getImport).query(read(getShipmentImport)),

  getRows: roleProcedure(shipmentImportCalls.getRows).query(readWith(listShipmentImportRows)),

  start: roleMutation(shipmentImportCalls.start).mutation(change(startImport)),

  undo: roleMutation(shipmentImportCalls.undo).mutation(change(undoImport)),
});
