/** Stores queries of the store `person` (api/define-query.ts) in the person's own database. */

import { experimental_createQueryPersister, type PersistedQuery } from '@tanstack/query-persist-client-core';
import { del, delMany, get, getMany, keys, set, setMany, type UseStore, values } from 'idb-keyval';
import { clockOffset, serverTimePassed } from '../api/calls/server-clock.ts';
import { serverErrorOf } from '../api/calls/server-error.ts';
import { PROFILE } from '../api/check-session.ts';
import { isIn } from '../api/define-query.ts';
import { deleteDatabase, openStore, withinLimit } from './database.ts';
import { readDeviceUser } from './device-user.ts';
import { withRoom } from './room.ts';
import { expectKeys, forgetKeys, type Sealed, seal, sealedName, unseal } from './seal.ts';
import { reportStorageError } from './storage-issue.ts';
import { STORED_FOR, VERSION } from './stored-version.ts';

const PREFIX = 'query';

const databaseName = (userId: string) => `waybill-${userId}`;

let isClosed = false;
interface Opened {
  userId: string;
  store: UseStore;
  /** Resolves once nothing in it is unencrypted. */
  isSealed: Promise<unknown>;
}

let opened: Opened | null = null;

function userStore(): Opened | null {
  const userId = isClosed ? null : readDeviceUser();
  if (userId === null) return null;
  if (opened?.userId !== userId) {
    expectKeys(userId);
    const itself = openStore(databaseName(userId));
    // A write still in progress after a sign-out must not create the database again.
    const store: UseStore = async (mode, work) => {
      if (isClosed || opened?.store !== store) throw new DOMException('This person has left', 'AbortError');
      return itself(mode, work);
    };
    opened = { userId, store, isSealed: Promise.resolve() };
    opened.isSealed = sealOld(userId, store).catch(() => undefined);
  }
  return opened;
}

/** Reports a device that cannot store (private window, full disk), without failing the page. */
async function attempt<Value>(work: () => Promise<Value> | undefined): Promise<Value | undefined> {
  try {
    return await work();
  } catch (error) {
    reportStorageError(error);
    return undefined;
  }
}

/** Queries whose data has just come from the database, by their hash. */
const restored = new Set<string>();

/** The titles of queries, by hash: the storage page shows them without loading their features. */
const titles = new Map<string, string | undefined>();

/** A row of the database. `confirmedAt` is not encrypted, as it is read for all rows at once. */
interface StoredRow {
  confirmedAt: number | null;
  sealed: Sealed;
}

/** Encrypts what earlier versions stored as plain text. */
async function sealOld(userId: string, store: UseStore): Promise<void> {
  const old = (await keys<string>(store)).filter((key) => key.startsWith(`${PREFIX}-`));
  if (old.length === 0) return;
  const queries = await getMany<StoredQuery>(old, store);
  const sealed = old.map(async (key, place): Promise<[string, StoredRow]> => {
    const query = queries[place];
    return [
      await sealedName(userId, key),
      { confirmedAt: query?.confirmedAt ?? null, sealed: await seal(userId, query) },
    ];
  });
  await setMany(await Promise.all(sealed), store);
  await delMany(old, store);
}

/** Undefined if its key is gone: the data can be fetched again. */
async function readRow(userId: string, row: StoredRow | undefined): Promise<StoredQuery | undefined> {
  if (!row?.sealed) return undefined;
  const query = await unseal(userId, row.sealed).catch(() => undefined);
  return query ? { ...(query as StoredQuery), confirmedAt: row.confirmedAt } : undefined;
}

/** A stored query, its title, and a time the server's clock had passed; older rows lack both. */
export type StoredQuery = PersistedQuery & { title?: string | undefined; confirmedAt?: number | null };

const { persisterFn, persistQueryByKey } = experimental_createQueryPersister<StoredQuery>({
  storage: {
    getItem: (key) =>
      attempt(() =>
        readStore(async ({ userId, store, isSealed }) => {
          const name = await sealedName(userId, key);
          const read = () => get<StoredRow>(name, store);
          // Only a missing row may still be unencrypted.
          return readRow(userId, (await read()) ?? (await isSealed.then(read)));
        }),
      ),
    setItem: (key, value) =>
      attempt(() =>
        withStore(async ({ userId, store }) => {
          const [name, sealed] = await Promise.all([sealedName(userId, key), seal(userId, value)]);
          const row: StoredRow = { confirmedAt: value.confirmedAt ?? null, sealed };
          await withRoom(() => set(name, row, store));
        }),
      ),
    removeItem: async (key) => {
      await attempt(() => withStore(async ({ userId, store }) => del(await sealedName(userId, key), store)));
    },
  },
  serialize: (query) => ({ ...query, title: titles.get(query.queryHash), confirmedAt: serverTimePassed() }),
  deserialize(query) {
    restored.add(query.queryHash);
    return query;
  },
  buster: VERSION,
  // Expired data is deleted while online (`forgetExpired`), never on reading.
  maxAge: Number.POSITIVE_INFINITY,
  prefix: PREFIX,
  refetchOnRestore: false,
  filters: { predicate: (query) => isIn('person', query.queryKey) },
});

/**
 * Stores each query under its own key in the signed-in person's database; does nothing for
 * visitors. Stored data is shown at once and always refetched, because the person may have lost
 * access. (The library's own refetch leaves a rejected promise behind offline.) What does not exist
 * any more is deleted here too.
 */
export const persistPersonal: typeof persisterFn = async (queryFn, context, query) => {
  titles.set(query.queryHash, query.meta?.title);
  const ask: typeof queryFn = async (asked) => {
    try {
      return await queryFn(asked);
    } catch (error) {
      if (serverErrorOf(error).code === 'NOT_FOUND') void forgetStored([query]);
      throw error;
    }
  };
  const data = await persisterFn(ask, context, query);
  if (restored.delete(query.queryHash)) {
    setTimeout(() => context.client.refetchQueries({ queryKey: query.queryKey, exact: true }));
  }
  return data;
};

/** Stores what a query holds now, if it was changed on this device. */
export const storeQuery = persistQueryByKey;

/** Every query that is stored for the signed-in person. */
export async function readStored(): Promise<StoredQuery[]> {
  const read = async ({ userId, store, isSealed }: Opened) => {
    await isSealed;
    const rows = await Promise.all((await values<StoredRow>(store)).map((row) => readRow(userId, row)));
    return rows.filter((row) => row !== undefined);
  };
  return (await attempt(() => readStore(read))) ?? [];
}

/** Deletes these queries; those on the screen are stored again with their next fetch. */
export async function forgetStored(queries: readonly Pick<PersistedQuery, 'queryHash'>[]): Promise<void> {
  await attempt(() =>
    withStore(async ({ userId, store }) => {
      const names = queries.map(({ queryHash }) => sealedName(userId, `${PREFIX}-${queryHash}`));
      await delMany(await Promise.all(names), store);
    }),
  );
}

/** The profile identifies the person at an offline start, so only sign-out deletes it. */
export const isProfile = ({ queryKey }: PersistedQuery): boolean => queryKey[1] === PROFILE;

/** The name of the query of the courier's run (outbox/courier-run.ts). */
export const COURIER_RUN = 'courier-run';

/** What *Clear* leaves: without the run, a courier without a network could not go on. */
export const isNeededToday = (query: PersistedQuery): boolean => isProfile(query) || query.queryKey[1] === COURIER_RUN;

/**
 * Deletes data older than a week by the server's clock, and data no longer stored on devices. Call
 * only when the server has just responded, so that it can be fetched again.
 */
export async function forgetExpired(): Promise<void> {
  const now = serverTimePassed();
  if (now === null) return;
  const server = { now, offset: clockOffset() ?? 0 };
  await forgetStored((await readStored()).filter((query) => !isProfile(query) && isExpired(query, server)));
}

/** `server`: its time, and how far it is ahead of this device. */
export function isExpired(
  { state, confirmedAt }: Pick<StoredQuery, 'state' | 'confirmedAt'>,
  server: { now: number; offset: number },
): boolean {
  const age = server.now - (confirmedAt ?? state.dataUpdatedAt + server.offset);
  return age > STORED_FOR || hasCodes(state.data);
}

/** Earlier versions stored a shipment with its private codes. */
const hasCodes = (data: unknown) => typeof data === 'object' && data !== null && 'senderCode' in data;

function withStore<Value>(work: (opened: Opened) => Promise<Value>): Promise<Value> | undefined {
  const store = userStore();
  return store?.isSealed.then(() => work(store));
}

/** Reads within the time limit; `work` waits for the encryption of old rows if needed. */
function readStore<Value>(work: (opened: Opened) => Promise<Value>): Promise<Value> | undefined {
  const store = userStore();
  return store ? withinLimit(work(store)) : undefined;
}

/** Stops all writes: responses may still arrive during a sign-out. */
export function stopStoring(): void {
  isClosed = true;
}

/** Allows writes for the next person. */
export function startStoring(): void {
  isClosed = false;
}

export async function deleteStored(userId: string): Promise<void> {
  opened = null;
  await forgetKeys(userId);
  await attempt(() => deleteDatabase(databaseName(userId)));
}
