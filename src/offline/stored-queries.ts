/**
 * What this device keeps of the queries it has seen. The first word of a key says where (api/query-keys.ts): `cache` in
 * local storage, for what is nobody's; `mine` in a database of the signed-in person; everything else nowhere.
 */

import { experimental_createQueryPersister, type PersistedQuery } from '@tanstack/query-persist-client-core';
import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import type { Query } from '@tanstack/react-query';
import { del, delMany, get, set, type UseStore, values } from 'idb-keyval';
import { COUNTRIES_LIFE } from '../domain/country.ts';
import { deleteDatabase, openStore } from './database.ts';
import { readDeviceUser } from './device-user.ts';
import { noteRefusal } from './trouble.ts';

export const STORED_FOR = 7 * 24 * 60 * 60 * 1000;
/** Raised where what is kept could no longer be read by the app as it is now. */
const VERSION = '1';
const PREFIX = 'query';

const databaseName = (userId: string) => `waybill-${userId}`;

let isClosed = false;
let opened: { userId: string; store: UseStore } | null = null;

function userStore(): UseStore | null {
  const userId = isClosed ? null : readDeviceUser();
  if (userId === null) return null;
  if (opened?.userId !== userId) opened = { userId, store: openStore(databaseName(userId)) };
  return opened.store;
}

/** A device that refuses to keep things (private window, full disk) says so, and must not keep a page from showing. */
async function attempt<Value>(work: () => Promise<Value> | undefined): Promise<Value | undefined> {
  try {
    return await work();
  } catch (error) {
    noteRefusal(error);
    return undefined;
  }
}

/** Queries whose data has just come from the database, by their hash. */
const restored = new Set<string>();

const { persisterFn } = experimental_createQueryPersister<PersistedQuery>({
  storage: {
    getItem: (key) => attempt(() => withStore((store) => get<PersistedQuery>(key, store))),
    setItem: (key, value) => attempt(() => withStore((store) => set(key, value, store))),
    removeItem: async (key) => {
      await attempt(() => withStore((store) => del(key, store)));
    },
  },
  serialize: (query) => query,
  deserialize(query) {
    restored.add(query.queryHash);
    return query;
  },
  buster: VERSION,
  maxAge: STORED_FOR,
  prefix: PREFIX,
  refetchOnRestore: false,
  filters: { predicate: (query) => query.queryKey[0] === 'mine' },
});

/**
 * Keeps each query under its own key, in the database of whoever is signed in; for visitors it does nothing. What was
 * kept shows at once, and is asked again whatever its age: a right may have been taken away meanwhile. (The library's
 * own refetch leaves a rejected promise behind where there is no network.)
 */
export const personalPersister: typeof persisterFn = async (queryFn, context, query) => {
  const data = await persisterFn(queryFn, context, query);
  if (restored.delete(query.queryHash)) {
    setTimeout(() => context.client.refetchQueries({ queryKey: query.queryKey, exact: true }));
  }
  return data;
};

/** Every query that is kept for the signed-in person, as the persister wrote it. */
export const readStored = async (): Promise<PersistedQuery[]> =>
  (await attempt(() => withStore((store) => values<PersistedQuery>(store)))) ?? [];

/** Forgets these queries; the ones on the screen are written again when they are next asked. */
export async function forgetStored(queries: readonly PersistedQuery[]): Promise<void> {
  const keys = queries.map(({ queryHash }) => `${PREFIX}-${queryHash}`);
  await attempt(() => withStore((store) => delMany(keys, store)));
}

function withStore<Value>(work: (store: UseStore) => Promise<Value>): Promise<Value> | undefined {
  const store = userStore();
  return store ? work(store) : undefined;
}

/** From now on nothing is written any more: a person is signing out, and answers may still be under way. */
export function stopStoring(): void {
  isClosed = true;
}

/** Somebody else may begin. */
export function startStoring(): void {
  isClosed = false;
}

/** Removes everything kept for a person. */
export async function deleteStored(userId: string): Promise<void> {
  opened = null;
  await attempt(() => deleteDatabase(databaseName(userId)));
}

/** How the queries of `cache` are kept in local storage (specification section 7). */
export const publicPersistence = {
  persister: createSyncStoragePersister({ storage: safeLocalStorage(), key: 'cached-queries' }),
  maxAge: COUNTRIES_LIFE,
  buster: VERSION,
  dehydrateOptions: {
    // By what it has, not by how its last refetch went: after a failed one without network the status is `error`, and
    // the second reload would find nothing.
    shouldDehydrateQuery: (query: Query) => query.queryKey[0] === 'cache' && query.state.data !== undefined,
    shouldDehydrateMutation: () => false,
  },
};

function safeLocalStorage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}
