import { queryOptions } from '@tanstack/react-query';
import { trpc } from '../../api/calls/trpc.ts';
import { queryKeys } from '../../api/query-keys.ts';
import type { ImportRowsInput } from '../../domain/shipment-import.ts';

/** Milliseconds after which a running import is asked again how far it is. */
const ASK_AGAIN = 1000;

/** The files that were checked lately. */
export const shipmentImportsQuery = queryOptions({
  queryKey: queryKeys.shipmentImports,
  queryFn: () => trpc.shipmentImport.getImports.query(),
});

/** How a file stands. Asks again by itself while it is being imported. */
export const shipmentImportQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.shipmentImport(id),
    queryFn: () => trpc.shipmentImport.getImport.query({ id }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'running' ? ASK_AGAIN : false),
  });

/** Ten rows of a file with their verdicts. */
export const shipmentImportRowsQuery = (search: ImportRowsInput) =>
  queryOptions({
    queryKey: queryKeys.shipmentImportRows(search),
    queryFn: () => trpc.shipmentImport.getRows.query(search),
  });
