import { isReadable, type OutboxRow } from './outbox-row.ts';
import type { OutboxStore } from './outbox-store.ts';
import type { OutboxView } from './outbox-view.ts';
import type { UnreadableRow } from './unreadable-row.ts';

interface PublisherParts {
  store: Pick<OutboxStore, 'list'>;
  /** Whose outbox is open; null if none is. */
  getUser: () => string | null;
  show: (view: OutboxView) => void;
}

/**
 * Returns a function that shows the stored rows. Calls during a read share one more read after it.
 */
export function createPublisher({ store, getUser, show }: PublisherParts): () => Promise<void> {
  let reading: Promise<void> | null = null;
  let isOutdated = false;

  async function read(): Promise<void> {
    const rows: (OutboxRow | UnreadableRow)[] = await store.list().catch(() => []);
    const userId = getUser();
    if (userId === null) return;
    const own = rows.filter(isReadable).filter((row) => row.userId === userId);
    const others = rows.filter((row) => row.userId !== userId && row.userId !== null);
    const unreadable = rows.filter((row) => !isReadable(row)).filter((row) => !others.includes(row));
    show({ isRead: true, own, unreadable, others });
  }

  return () => {
    isOutdated = true;
    reading ??= (async () => {
      while (isOutdated) {
        isOutdated = false;
        await read();
      }
    })().finally(() => {
      reading = null;
    });
    return reading;
  };
}
