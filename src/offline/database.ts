import type { UseStore } from 'idb-keyval';

/** A page waits two seconds for a store, then goes on without it: another page may hold it, even one that is frozen. */
const TICK_MS = 250;
const MAX_TICKS = 8;

/**
 * What is read, where that takes no longer than a page can wait. Counted in ticks, so that a page too busy to take the
 * answer does not give up on it. Throws TimeoutError.
 */
export function withinLimit<Value>(reading: Promise<Value>): Promise<Value> {
  let ticks = 0;
  let timer: ReturnType<typeof setInterval>;
  const over = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      ticks += 1;
      if (ticks === MAX_TICKS) reject(noAnswer());
    }, TICK_MS);
  });
  return Promise.race([reading, over]).finally(() => clearInterval(timer));
}

const noAnswer = () => new DOMException('The store does not answer', 'TimeoutError');

/** Whether this page has been left. It may be shown again, from the back/forward cache. */
let isLeft = false;

/**
 * A key-value store in a database of its own, for idb-keyval's functions. Unlike the library's, its connection gives way
 * when the database is deleted, by this tab or another: a sign-out must not wait for a tab that is open. It closes when the
 * page is left: WebKit freezes the page with its locks, and the next page could never open the database. Reading has a
 * limit, and so has opening. `options` are those of its transactions.
 *
 * The functions throw TimeoutError where the store does not answer, AbortError where the page is being left.
 */
export function openStore(database: string, options?: IDBTransactionOptions): UseStore {
  let connection: Promise<IDBDatabase> | undefined;
  const running = new Set<IDBTransaction>();
  let isSilent = false;

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
            // It was just being committed.
          }
        }
        close();
      };
      addEventListener('pagehide', leave);
      request.onupgradeneeded = () => {
        request.result.createObjectStore(STORE);
        // The transaction that makes the store; frozen with it, no page could open the database.
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
    connecting.then(
      () => {
        isSilent = false;
      },
      () => {
        isSilent = false;
        if (connection === connecting) connection = undefined;
      },
    );
    return connecting;
  }

  return async (mode, work) => {
    addEventListener('pagehide', noteLeft);
    addEventListener('pageshow', noteShown);
    const connecting = connect();
    // One wait is enough: what asks after it goes on at once, until the store answers after all.
    if (isSilent) throw noAnswer();
    const opened = await withinLimit(connecting).catch((error: DOMException) => {
      isSilent = error.name === 'TimeoutError';
      throw error;
    });
    const transaction = opened.transaction(STORE, mode, options);
    follow(transaction);
    const result = Promise.resolve(work(transaction.objectStore(STORE)));
    return mode === 'readonly' ? withinLimit(result) : result;
  };
}

// Named, so that adding them again changes nothing.
const noteLeft = () => {
  isLeft = true;
};
const noteShown = () => {
  isLeft = false;
};

const STORE = 'queries';

/**
 * Deletes a database, in every tab. Resolves when it is gone; a browser that keeps nothing has nothing to delete. Throws
 * TimeoutError where a page holds it that does not give way: it goes when that one does.
 */
export function deleteDatabase(database: string): Promise<void> {
  const deleted = new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(database);
    request.onsuccess = () => resolve();
    request.onerror = () => resolve();
  });
  return withinLimit(deleted);
}
