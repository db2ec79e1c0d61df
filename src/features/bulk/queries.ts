import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';
import type { BulkItemsInput, PreviewBulk } from '../../domain/bulk.ts';
import { inReaderTimeZone, type ManagedPageSearch } from '../../domain/paged.ts';

const REFETCH_MS = 1000;
/** Its list follows a change that is running. */
const refetchWhile = (isRunning: boolean | undefined): number | false => isRunning === true && REFETCH_MS;
const TITLE = 'Changes to many shipments';

/** Which of these a filter has. */
export const amongQuery = ({ page: _, ...filter }: ManagedPageSearch, ids: string[]) =>
  defineQuery({
    name: 'selected-in-list',
    params: [filter, ids],
    topic: 'managed',
    ask: () => trpc.shipmentAdmin.getSelection.query({ filter: inReaderTimeZone(filter), ids }),
  });

export const bulksQuery = defineQuery({
  name: 'bulks',
  title: TITLE,
  topic: 'managed',
  ask: () => trpc.bulk.getAll.query(),
  refetchInterval: ({ state: { data } }) => refetchWhile(data?.some(({ endedAt }) => endedAt === null)),
});

export const bulkQuery = (id: string) =>
  defineQuery({
    name: 'bulk',
    params: [id],
    title: TITLE,
    topic: 'managed',
    ask: () => trpc.bulk.get.query({ id }),
    refetchInterval: ({ state: { data } }) => refetchWhile(data?.endedAt === null),
  });

export const bulkItemsQuery = (search: BulkItemsInput) =>
  defineQuery({
    name: 'bulk-items',
    params: [search],
    title: TITLE,
    topic: 'managed',
    ask: () => trpc.bulk.getItems.query(search),
    refetchInterval: ({ state: { data } }) => refetchWhile(data?.data.some(({ state }) => state === 'waiting')),
  });

export const bulkPreviewQuery = (input: PreviewBulk) =>
  defineQuery({ name: 'bulk-preview', params: [input], topic: 'managed', ask: () => trpc.bulk.preview.mutate(input) });
