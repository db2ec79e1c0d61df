import type { Query, QueryClient } from '@tanstack/react-query';
import type { LiveNews } from '../../domain/live-news.ts';
import { readAccessToken } from '../calls/access-token.ts';
import { serverErrorOf } from '../calls/server-error.ts';
import type { Topic } from '../define-query.ts';

/** The topic of a query; null for a query without one, and for a shipment that does not exist. */
export function topicOf({ meta, state }: Pick<Query, 'meta' | 'state'>): Topic | null {
  const isMissing = state.error !== null && serverErrorOf(state.error).code === 'NOT_FOUND';
  return isMissing ? null : (meta?.topic ?? null);
}

/** The topics of the queries on the screen. Only shipments may be followed without signing in. */
export function topicsWanted(client: QueryClient): Set<Topic> {
  const active = client.getQueryCache().findAll({ type: 'active' });
  const topics = new Set(active.map(topicOf).filter((topic) => topic !== null));
  if (readAccessToken() === null) {
    topics.delete('own');
    topics.delete('managed');
    topics.delete('runs');
  }
  return topics;
}

/** The topics of a piece of news. */
export function topicsOf({ trackingIds, ...news }: LiveNews): Topic[] {
  const shipments = trackingIds.map((trackingId): Topic => `shipment ${trackingId}`);
  return [...shipments, ...(['own', 'managed', 'runs'] as const).filter((topic) => news[topic])];
}
