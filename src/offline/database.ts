import type { UseStore } from 'idb-keyval';
import { followRead, withTimeout } from '../browser/with-timeout.ts';

let isLeft = false;

/**
 * Closes when a tab deletes the database, so that sign-out need not wait, and when the page is
 * left: WebKit freezes pages with their locks. @throws AbortError on a page being left.
 */
export function openStore(database: string, options?: IDBTransactionOptions): UseStore {
  let connection: Promise<IDBDatabase> | undefined;
  const running = new Set<IDBTransaction>();

  function follow(transaction: IDBTransaction): void {
    running.add(transaction);
    for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => running.delete(transaction));
  }

  function connect(): Promise<IDBDatabase> {
    if (isLeft) return Promise.reject(new DOMException('This page has been left', 'AbortError'));
    connection ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(database);
      let opened: IDBDatabase | undefined;
      const close = () => {
        connection = undefined;
        removeEventListener('pagehide', leave);
        opened?.close();
      };
      const leave = () => {
        for (const transaction of running) {
          try {
            transaction.abort();
          } catch {
            // Already committing.
          }
        }
        close();
      };
      addEventListener('pagehide', leave);
      request.onupgradeneeded = () => {
        request.result.createObjectStore(STORE);
        if (request.transaction) follow(request.transaction);
        if (isLeft) leave();
      };
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        opened = request.result;
        opened.onclose = close;
        opened.onversionchange = close;
        if (isLeft) leave();
        resolve(opened);
      };
    });
    const connecting = connection;
    connecting.catch(() => {
      if (connection === connecting) connection = undefined;
    });
    return connecting;
  }

  const run: UseStore = async (mode, work) => {
    addEventListener('pagehide', noteLeft);
    addEventListener('pageshow', noteShown);
    const opened = await connect();
    const transaction = opened.transaction(STORE, mode, options);
    follow(transaction);
    return work(transaction.objectStore(STORE));
  };
  return (mode, work) => (mode === 'readonly' ? followRead(run(mode, work)) : run(mode, work));
}

// Named, so that adding them twice has no effect.
const noteLeft = () => {
  isLeft = true;
};
const noteShown = () => {
  isLeft = false;
};

const STORE = 'queries';

const DELETED_WITHIN_MS = 2_000;

/** Doesn't wait for a page that holds it open: it is deleted after that. */
export function deleteDatabase(database: string): Promise<void> {
  const deleted = new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(database);
    request.onsuccess = () => resolve();
    request.onerror = () => resolve();
  });
  return withTimeout(deleted, undefined, DELETED_WITHIN_MS);
}
