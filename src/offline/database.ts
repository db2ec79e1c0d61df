import type { UseStore } from 'idb-keyval';

/** A page waits two seconds for a store, then goes on: a frozen page may hold its lock. */
const TICK_MS = 250;
const MAX_TICKS = 8;

/**
 * Resolves with what is read, unless it takes too long. Counted in ticks, so that a busy page does
 * not give up on an answer that has arrived. @throws {TimeoutError}
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

const noAnswer = () => new DOMException('The database does not respond', 'TimeoutError');

/** Whether this page was left. It may return from the back/forward cache. */
let isLeft = false;

/**
 * A key-value store in its own database, for idb-keyval. Unlike the library's, its connection
 * closes when any tab deletes the database, so that sign-out never waits for an open tab, and when
 * the page is left: WebKit freezes pages with their locks, which would block the next page. A read
 * has one limit, with the opening; a write only for the opening. `options` apply to its transactions.
 * Its functions throw TimeoutError if the store does not respond, AbortError while the page is
 * being left.
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
            // It was already being committed.
          }
        }
        close();
      };
      addEventListener('pagehide', leave);
      request.onupgradeneeded = () => {
        request.result.createObjectStore(STORE);
        // This transaction creates the store; frozen with the page, it would block every other
        // page.
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

  const run: UseStore = async (mode, work) => {
    addEventListener('pagehide', noteLeft);
    addEventListener('pageshow', noteShown);
    const connecting = connect();
    // One wait is enough: later reads fail at once until the store responds.
    if (isSilent) throw noAnswer();
    const opened = await withinLimit(connecting).catch((error: DOMException) => {
      isSilent = error.name === 'TimeoutError';
      throw error;
    });
    const transaction = opened.transaction(STORE, mode, options);
    follow(transaction);
    return work(transaction.objectStore(STORE));
  };
  return (mode, work) => (mode === 'readonly' ? withinLimit(run(mode, work)) : run(mode, work));
}

// Named, so that adding them twice has no effect.
const noteLeft = () => {
  isLeft = true;
};
const noteShown = () => {
  isLeft = false;
};

const STORE = 'queries';

/**
 * Deletes a database for all tabs, if there is one. @throws {TimeoutError} while a page holds it
 * open; it is deleted when that page closes.
 */
export function deleteDatabase(database: string): Promise<void> {
  const deleted = new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(database);
    request.onsuccess = () => resolve();
    request.onerror = () => resolve();
  });
  return withinLimit(deleted);
}
