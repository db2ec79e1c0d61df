import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sendOnce } from '../../api/calls/idempotency.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { useChange } from '../../api/use-change.ts';
import type { Bulk } from '../../domain/bulk.ts';
import { inReaderTimeZone, type ManagedPageSearch } from '../../domain/paged.ts';
import { bulkQuery } from './queries.ts';

export const useStartBulk = () => useMutation({ mutationFn: sendOnce('bulk.start') });

function useKnownBulk(procedure: 'bulk.undo' | 'bulk.retry', failed: string) {
  const client = useQueryClient();
  return useChange<Bulk, { id: string }>({
    failed,
    mutationFn: sendOnce(procedure),
    onSuccess: (bulk) => client.setQueryData(bulkQuery(bulk.id).queryKey, bulk),
  });
}

export const useUndoBulk = () => useKnownBulk('bulk.undo', 'The change was not undone');

export const useRetryBulk = () => useKnownBulk('bulk.retry', 'The rest was not tried again');

export const useSelectFilter = () =>
  useChange({
    failed: 'The shipments were not selected',
    mutationFn: ({ page: _, ...filter }: ManagedPageSearch) =>
      trpc.shipmentAdmin.getSelection.query({ filter: inReaderTimeZone(filter) }),
    meta: { skipsRefetch: true },
  });
