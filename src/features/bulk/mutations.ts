import { useQueryClient } from '@tanstack/react-query';
import { sendOnce } from '../../api/calls/idempotency.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { useChange } from '../../api/use-change.ts';
import type { Bulk } from '../../domain/bulk.ts';
import { inReaderTimeZone, type ManagedPageSearch } from '../../domain/paged.ts';
import { bulkQuery } from './queries.ts';

/** Nothing says that it is done before the rows on the screen show it. */
function useBulk<Input>(mutationFn: (input: Input) => Promise<Bulk>, failed?: string) {
  const client = useQueryClient();
  return useChange<Bulk, Input>({
    failed,
    mutationFn,
    meta: { skipsRefetch: true },
    onSuccess(bulk) {
      client.setQueryData(bulkQuery(bulk.id).queryKey, bulk);
      return client.invalidateQueries();
    },
  });
}

export const useStartBulk = () => useBulk(sendOnce('bulk.start'));

export const useUndoBulk = () => useBulk(sendOnce('bulk.undo'), 'The change was not undone');

export const useRetryBulk = () => useBulk(sendOnce('bulk.retry'), 'The rest was not tried again');

export const useSelectFilter = () =>
  useChange({
    failed: 'The shipments were not selected',
    mutationFn: ({ page: _, ...filter }: ManagedPageSearch) =>
      trpc.shipmentAdmin.getSelection.query({ filter: inReaderTimeZone(filter) }),
    meta: { skipsRefetch: true },
  });
