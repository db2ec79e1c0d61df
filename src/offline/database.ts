import type { UseStore } from 'idb-keyval';

/** A frozen page may hold the lock. */
const TICK_MS = 250;
const MAX_TICKS = 8;

/** Counts ticks, so that a busy page takes an answer that has arrived. @throws {TimeoutError} */
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

let isLeft = false;

/**
 * Closes when a tab deletes the database, so that sign-out need not wait, and when the page is
 * left: WebKit freezes pages with their locks. @throws TimeoutError, or AbortError on a page being
 * left.
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
    // Later reads fail at once until it responds.
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

/** @throws {TimeoutError} while a page holds it open. */
export function deleteDatabase(database: string): Promise<void> {
  const deleted = new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(database);
    request.onsuccess = () => resolve();
    request.onerror = () => resolve();
  });
  return withinLimit(deleted);
}
