/** Tabs share one stream: HTTP/1.1 allows six connections. */
import type { QueryClient } from '@tanstack/react-query';
import { checkSession } from '../check-session.ts';
import type { Topic } from '../define-query.ts';
import { readGrant } from '../shipment-grants.ts';
import { joinElection, type TabMessage } from './live-leader.ts';
import { refetchTopics, topicsWanted } from './live-topics.ts';
import { createWants, type Want } from './live-wants.ts';

const HIDDEN_MS = 60_000;
const SETTLE_MS = 1_000;
const MAX_SETTLE_MS = 5_000;

export function followChanges(client: QueryClient): () => void {
  if (!('locks' in navigator) || !('BroadcastChannel' in globalThis)) return () => undefined;
  const channel = new BroadcastChannel('live');
  const wants = createWants();
  const asker = createAsker(client);
  let leader: ReturnType<typeof joinElection> | null = null;
  let settling: ReturnType<typeof setTimeout> | undefined;
  let settlesBy: number | null = null;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  const take = (message: TabMessage) => {
    if (message.type === 'news') asker.ask(message.topics);
    else if (message.type === 'rights') checkSession(client);
    else leader?.update();
  };
  const say = (message: TabMessage) => {
    if (!isClosed) channel.postMessage(message);
    take(message);
  };
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => take(data);

  async function want(next: readonly Want[]): Promise<void> {
    if ((await wants.set(next)) && !isClosed) say({ type: 'wants' });
  }

  function settle(): void {
    settlesBy ??= Date.now() + MAX_SETTLE_MS;
    clearTimeout(settling);
    settling = setTimeout(settled, Math.min(SETTLE_MS, Math.max(settlesBy - Date.now(), 0)));
  }

  function settled(): void {
    settlesBy = null;
    if (leader) void want(wantsOf(client));
  }

  function begin(): void {
    clearTimeout(hiding);
    if (leader || document.hidden || !navigator.onLine) return;
    leader = joinElection(say, () => checkSession(client));
    settle();
  }

  function rest(): Promise<void> {
    clearTimeout(hiding);
    leader?.leave();
    leader = null;
    return want([]);
  }

  const onVisibility = () => {
    if (!document.hidden) return begin();
    clearTimeout(hiding);
    hiding = setTimeout(rest, HIDDEN_MS);
  };
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
    // The other tabs hear of it first.
    void rest().finally(() => {
      isClosed = true;
      channel.close();
    });
  };
}

function wantsOf(client: QueryClient): Want[] {
  return Array.from(topicsWanted(client), (topic) => ({
    topic,
    grant: topic.startsWith('shipment ') ? readGrant(topic.slice('shipment '.length)) : null,
  }));
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
