/** Each visible tab has a stream: HTTP/1.1 allows six connections. Without one, focus refetches. */
import type { QueryClient } from '@tanstack/react-query';
import { checkSession } from '../check-session.ts';
import type { Topic } from '../define-query.ts';
import { readGrant } from '../shipment-grants.ts';
import { createConnection } from './live-connection.ts';
import type { Want } from './live-stream.ts';
import { refetchTopics, topicsWanted } from './live-topics.ts';

const SETTLE_MS = 1_000;
const MAX_SETTLE_MS = 5_000;

export function followChanges(client: QueryClient): () => void {
  const asker = createAsker(client);
  const connection = createConnection({ onNews: asker.ask, onSession: () => checkSession(client) });
  let isFollowing = false;
  let settling: ReturnType<typeof setTimeout> | undefined;
  let settlesBy: number | null = null;

  function settle(): void {
    settlesBy ??= Date.now() + MAX_SETTLE_MS;
    clearTimeout(settling);
    settling = setTimeout(settled, Math.min(SETTLE_MS, Math.max(settlesBy - Date.now(), 0)));
  }

  function settled(): void {
    settlesBy = null;
    if (isFollowing) connection.follow(wantsOf(client));
  }

  function begin(): void {
    if (isFollowing || document.hidden || !navigator.onLine) return;
    isFollowing = true;
    settle();
  }

  function rest(): void {
    isFollowing = false;
    connection.close();
  }

  const onVisibility = () => (document.hidden ? rest() : begin());
  const unsubscribe = client.getQueryCache().subscribe(settle);
  document.addEventListener('visibilitychange', onVisibility);
  addEventListener('online', begin);
  addEventListener('offline', rest);
  addEventListener('pagehide', rest);
  addEventListener('pageshow', begin);
  begin();
  return () => {
    unsubscribe();
    document.removeEventListener('visibilitychange', onVisibility);
    removeEventListener('online', begin);
    removeEventListener('offline', rest);
    removeEventListener('pagehide', rest);
    removeEventListener('pageshow', begin);
    clearTimeout(settling);
    rest();
  };
}

function wantsOf(client: QueryClient): Want[] {
  const wants = Array.from(topicsWanted(client), (topic) => ({
    topic,
    grant: topic.startsWith('shipment ') ? readGrant(topic.slice('shipment '.length)) : null,
  }));
  return wants.toSorted((one, other) => (one.topic < other.topic ? -1 : 1));
}

/** Later news waits, so that no refetch is cancelled. */
function createAsker(client: QueryClient): { ask(topics: readonly Topic[]): void } {
  const waiting = new Set<Topic>();
  let isAsking = false;
  async function askAll(): Promise<void> {
    while (waiting.size > 0) {
      const topics = new Set(waiting);
      waiting.clear();
      await refetchTopics(client, topics);
    }
  }
  return {
    ask(topics) {
      for (const topic of topics) waiting.add(topic);
      if (isAsking) return;
      isAsking = true;
      void askAll().finally(() => {
        isAsking = false;
      });
    },
  };
}
