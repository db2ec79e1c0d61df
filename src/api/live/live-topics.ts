import type { Query, QueryClient } from '@tanstack/react-query';
import type { LiveNews } from '../../domain/live-news.ts';
import { readAccessToken } from '../calls/access-token.ts';
import { serverErrorOf } from '../calls/server-error.ts';
import type { queryKeys } from '../query-keys.ts';

/** What a page can hear of while it is open: something of one's own, something that managers see, or one shipment. */
export type Topic = 'own' | 'managed' | `shipment ${string}`;

type Name = (typeof queryKeys)[keyof typeof queryKeys] extends infer Key
  ? Key extends readonly [string, infer First, ...unknown[]]
    ? First
    : Key extends (...parameters: never[]) => readonly [string, infer First, ...unknown[]]
      ? First
      : never
  : never;

/** Which news each query wants to hear, by the name in its key. What is not here is asked again when somebody looks. */
const TOPIC_OF: Partial<Record<Name, 'own' | 'managed' | 'shipment'>> = {
  'tracked-shipment': 'shipment',
  'bills-of-shipment': 'shipment',
  'shipment-statistics': 'own',
  'own-shipments': 'own',
  'shipment-changes': 'own',
  balance: 'own',
  transactions: 'own',
  'managed-shipments': 'managed',
  'managed-shipment': 'managed',
  'managed-users': 'managed',
  'managed-user': 'managed',
  'shipments-of-user': 'managed',
  'balance-of-user': 'managed',
  'transactions-of-user': 'managed',
  'bills-of-user': 'managed',
  'bills-of-managed-shipment': 'managed',
  history: 'managed',
};

/** The topic of a query; null for one that nothing is told of, and for one about a shipment that is not there. */
export function topicOf({ queryKey, state }: Pick<Query, 'queryKey' | 'state'>): Topic | null {
  const topic = TOPIC_OF[queryKey[1] as Name];
  if (!topic || (state.error && serverErrorOf(state.error).code === 'NOT_FOUND')) return null;
  return topic === 'shipment' ? `shipment ${queryKey[2]}` : topic;
}

/** What the queries that somebody looks at want to hear of. What is one's own is wanted by those who are signed in. */
export function topicsWanted(client: QueryClient): Set<Topic> {
  const active = client.getQueryCache().findAll({ type: 'active' });
  const topics = new Set(active.map(topicOf).filter((topic) => topic !== null));
  if (readAccessToken() === null) {
    topics.delete('own');
    topics.delete('managed');
  }
  return topics;
}

/** The topics that news are about. */
export function topicsOf({ trackingIds, own, managed }: LiveNews): Topic[] {
  const shipments = trackingIds.map((trackingId): Topic => `shipment ${trackingId}`);
  return [...shipments, ...(own ? (['own'] as const) : []), ...(managed ? (['managed'] as const) : [])];
}
