import { isReadable } from './outbox-row.ts';
import type { OutboxStore } from './outbox-store.ts';
import { EMPTY_VIEW, type OutboxView } from './outbox-view.ts';

const RETRY_MS = 5_000;

interface PublisherParts {
  store: Pick<OutboxStore, 'list' | 'listSent'>;
  getUser: () => string | null;
  show: (view: OutboxView) => void;
}

/** If a read fails, the old view stays: an empty list would say that everything has been sent. */
export function createPublisher({ store, getUser, show }: PublisherParts): () => Promise<void> {
  let reading: Promise<void> | null = null;
  let isOutdated = false;
  let shown: { userId: string; view: OutboxView } | null = null;
  let retry: ReturnType<typeof setTimeout> | undefined;

  async function read(): Promise<void> {
    const rows = await store.list().catch(() => null);
    const asker = getUser();
    // Last: a row being sent moves to this list.
    const sent = rows && (asker === null ? [] : await store.listSent(asker).catch(() => null));
    const userId = getUser();
    if (userId === null) {
      shown = null;
      return;
    }
    if (rows && sent) {
      const isOwn = (row: { userId: string | null }) => row.userId === userId;
      const own = rows.filter(isReadable).filter(isOwn);
      const others = rows.filter((row) => !isOwn(row) && row.userId !== null);
      const unreadable = rows.filter((row) => !isReadable(row)).filter((row) => !others.includes(row));
      shown = { userId, view: { isRead: true, hasFailed: false, own, sent: sent.filter(isOwn), unreadable, others } };
    } else {
      const { view } = shown?.userId === userId ? shown : { view: EMPTY_VIEW };
      shown = { userId, view: { ...view, isRead: true, hasFailed: true } };
      clearTimeout(retry);
      retry = setTimeout(publish, RETRY_MS);
    }
    show(shown.view);
  }

  function publish(): Promise<void> {
    isOutdated = true;
    reading ??= (async () => {
      try {
        while (isOutdated) {
          isOutdated = false;
          await read();
        }
      } finally {
        // Reset it at once: a caller that asks before it settles would be forgotten.
        reading = null;
      }
    })();
    return reading;
  }
  return publish;
}
