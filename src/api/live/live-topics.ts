import type { Query, QueryClient } from '@tanstack/react-query';
import type { LiveNews } from '../../domain/live-news.ts';
import { readAccessToken } from '../calls/access-token.ts';
import { serverErrorOf } from '../calls/call-error.ts';
import type { Topic } from '../define-query.ts';

const PERSONAL = ['own', 'managed', 'runs', 'drafts'] as const;

/** None for a missing shipment. */
export function topicsOf({ meta, state }: Pick<Query, 'meta' | 'state'>): readonly Topic[] {
  const isMissing = state.error !== null && serverErrorOf(state.error).code === 'NOT_FOUND';
  return isMissing ? [] : [meta?.topic ?? []].flat();
}

export const refetchTopics = (client: QueryClient, topics: ReadonlySet<Topic>): Promise<void> =>
  client.invalidateQueries({ predicate: (query) => topicsOf(query).some((topic) => topics.has(topic)) });

/** Visitors may only follow shipments. */
export function topicsWanted(client: QueryClient): Set<Topic> {
  const active = client.getQueryCache().findAll({ type: 'active' });
  const topics = new Set(active.flatMap(topicsOf));
  if (readAccessToken() === null) for (const topic of PERSONAL) topics.delete(topic);
  return topics;
}

export function topicsInNews({ trackingIds, ...news }: LiveNews): Topic[] {
  const shipments = trackingIds.map((trackingId): Topic => `shipment ${trackingId}`);
  return [...shipments, ...PERSONAL.filter((topic) => news[topic])];
}
