import { trpc } from '../../api/calls/trpc.ts';
import { defineQuery } from '../../api/define-query.ts';
import { fetchV1Document } from '../../api/v1-document.ts';

/** While events are being queued again. */
const REFETCH_MS = 1000;

export const v1DocumentQuery = defineQuery({
  name: 'v1-document',
  ask: fetchV1Document,
  staleTime: Number.POSITIVE_INFINITY,
});

export const apiKeysQuery = defineQuery({
  name: 'api-keys',
  title: 'Your API keys',
  ask: () => trpc.apiKey.list.query(),
});

export const webhooksQuery = defineQuery({
  name: 'webhooks',
  title: 'Your webhooks',
  ask: () => trpc.webhook.list.query(),
  refetchInterval: ({ state: { data } }) => data?.data.some(({ replay }) => replay) === true && REFETCH_MS,
});

export const webhookDeliveriesQuery = (id: string) =>
  defineQuery({ name: 'webhook-deliveries', params: [id], ask: () => trpc.webhook.deliveries.query({ id }) });
