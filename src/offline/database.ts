import type { UseStore } from 'idb-keyval';

/**
 * A key-value store in a database of its own, for idb-keyval's functions. Unlike the library's, its connection gives way
 * when the database is deleted, by this tab or another: a sign-out must not wait for a tab that is open. `options` are those
 * of its transactions.
 */
export function openStore(database: string, options?: IDBTransactionOptions): UseStore {
  let connection: Promise<IDBDatabase> | undefined;

  function connect(): Promise<IDBDatabase> {
    connection ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(database);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE);
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        const opened = request.result;
        const forget = () => {
          connection = undefined;
        };
        opened.onclose = forget;
        opened.onversionchange = () => {
          forget();
          opened.close();
        };
        resolve(opened);
      };
    });
    connection.catch(() => {
      connection = undefined;
    });
    return connection;
  }

  return async (mode, work) => work((await connect()).transaction(STORE, mode, options).objectStore(STORE));
}

const STORE = 'queries';

/** Deletes a database, in every tab. Resolves when it is gone; a browser that keeps nothing has nothing to delete. */
export function deleteDatabase(database: string): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(database);
    request.onsuccess = () => resolve();
    request.onerror = () => resolve();
  });
}
