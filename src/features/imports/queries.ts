import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';
import type { ImportRowsInput } from '../../domain/shipment-import.ts';

const REFETCH_MS = 1000;

export const shipmentImportsQuery = defineQuery({
  name: 'shipment-imports',
  title: 'Imported files',
  ask: () => trpc.shipmentImport.getImports.query(),
});

export const shipmentImportQuery = (id: string) =>
  defineQuery({
    name: 'shipment-import',
    params: [id],
    title: 'Imported files',
    ask: () => trpc.shipmentImport.getImport.query({ id }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'running' ? REFETCH_MS : false),
  });

export const shipmentImportRowsQuery = (search: ImportRowsInput) =>
  defineQuery({
    name: 'shipment-import-rows',
    params: [search],
    title: 'Imported files',
    ask: () => trpc.shipmentImport.getRows.query(search),
  });
