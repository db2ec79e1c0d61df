import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';
import type { ImportRowsInput } from '../../domain/shipment-import.ts';

/** Milliseconds after which a running import is asked again how far it is. */
const ASK_AGAIN = 1000;

/** The files that were checked lately. */
export const shipmentImportsQuery = defineQuery({
  name: 'shipment-imports',
  store: 'person',
  title: 'Imported files',
  ask: () => trpc.shipmentImport.getImports.query(),
});

/** How a file stands. Asks again by itself while it is being imported. */
export const shipmentImportQuery = (id: string) =>
  defineQuery({
    name: 'shipment-import',
    params: [id],
    store: 'person',
    title: 'Imported files',
    ask: () => trpc.shipmentImport.getImport.query({ id }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'running' ? ASK_AGAIN : false),
  });

/** Ten rows of a file with their verdicts. */
export const shipmentImportRowsQuery = (search: ImportRowsInput) =>
  defineQuery({
    name: 'shipment-import-rows',
    params: [search],
    store: 'person',
    title: 'Imported files',
    ask: () => trpc.shipmentImport.getRows.query(search),
  });
