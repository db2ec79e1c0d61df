import { experimental_createQueryPersister, type PersistedQuery } from '@tanstack/query-persist-client-core';
import { del, delMany, entries, get, set, type UseStore } from 'idb-keyval';
import { serverErrorOf } from '../api/calls/call-error.ts';
import { clockOffset, serverTimePassed } from '../api/calls/server-clock.ts';
import { PROFILE } from '../api/check-session.ts';
import { isIn } from '../api/define-query.ts';
import { deleteDatabase, openStore, withinLimit } from './database.ts';
import { readDeviceUser } from './device-user.ts';
import { withRoom } from './room.ts';
import { deleteKeys, ensureKeys, type Sealed, seal, sealedName, unseal } from './seal.ts';
import { reportStorageError } from './storage-issue.ts';
import { STORED_FOR, VERSION } from './stored-version.ts';

const PREFIX = 'query';

const databaseName = (userId: string) => `waybill-${userId}`;

let isClosed = false;
interface Opened {
  userId: string;
  store: UseStore;
}

let opened: Opened | null = null;

function userStore(): Opened | null {
  const userId = isClosed ? null : readDeviceUser();
  if (userId === null) return null;
  if (opened?.userId !== userId) {
    ensureKeys(userId);
    const itself = openStore(databaseName(userId));
    // A late write after a sign-out must not create the database again.
    const store: UseStore = async (mode, work) => {
      if (isClosed || opened?.store !== store) throw new DOMException('This person has left', 'AbortError');
      return itself(mode, work);
    };
    opened = { userId, store };
  }
  return opened;
}

async function attempt<Value>(work: () => Promise<Value> | undefined): Promise<Value | undefined> {
  try {
    return await work();
  } catch (error) {
    reportStorageError(error);
    return undefined;
  }
}

const restored = new Set<string>();

const titles = new Map<string, string | undefined>();

/** `confirmedAt` is read for all rows at once, so it is plain. */
interface StoredRow {
  confirmedAt: number | null;
  sealed: Sealed;
}

/** Undefined if its key is gone, or another version stored it. */
async function readRow(userId: string, row: StoredRow | undefined): Promise<StoredQuery | undefined> {
  if (!row?.sealed) return undefined;
  const query = (await unseal(userId, row.sealed).catch(() => undefined)) as StoredQuery | undefined;
  return query?.buster === VERSION ? { ...query, confirmedAt: row.confirmedAt } : undefined;
}

/** `confirmedAt`: a time that the server's clock had passed. */
export type StoredQuery = PersistedQuery & { title?: string | undefined; confirmedAt?: number | null };

const { persisterFn, persistQueryByKey } = experimental_createQueryPersister<StoredQuery>({
  storage: {
    getItem: (key) =>
      attempt(() =>
        readStore(async ({ userId, store }) => readRow(userId, await get(await sealedName(userId, key), store))),
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
  // `forgetExpired` deletes, only while online.
  maxAge: Number.POSITIVE_INFINITY,
  prefix: PREFIX,
  refetchOnRestore: false,
  filters: { predicate: (query) => isIn('person', query.queryKey) },
});

/** The person may have lost access. The library's own refetch leaves a rejected promise offline. */
export const persistPersonal: typeof persisterFn = async (queryFn, context, query) => {
  titles.set(query.queryHash, query.meta?.title);
  const ask: typeof queryFn = async (asked) => {
    try {
      return await queryFn(asked);
    } catch (error) {
      if (['NOT_FOUND', 'FORBIDDEN'].includes(serverErrorOf(error).code ?? '')) void forgetStored([query]);
      throw error;
    }
  };
  const data = await persisterFn(ask, context, query);
  if (restored.delete(query.queryHash)) {
    setTimeout(() => context.client.refetchQueries({ queryKey: query.queryKey, exact: true }));
  }
  return data;
};

export const storeQuery = persistQueryByKey;

export async function readStored(): Promise<StoredQuery[]> {
  return (await readNamed()).flatMap(([, query]) => query ?? []);
}

async function readNamed(): Promise<[name: string, StoredQuery | undefined][]> {
  const read = async ({ userId, store }: Opened) => {
    const rows = await entries<string, StoredRow>(store);
    return Promise.all(
      rows.map(async ([name, row]): Promise<[string, StoredQuery | undefined]> => [name, await readRow(userId, row)]),
    );
  };
  return (await attempt(() => readStore(read))) ?? [];
}

export async function forgetStored(queries: readonly Pick<PersistedQuery, 'queryHash'>[]): Promise<void> {
  await attempt(() =>
    withStore(async ({ userId, store }) => {
      const names = queries.map(({ queryHash }) => sealedName(userId, `${PREFIX}-${queryHash}`));
      await delMany(await Promise.all(names), store);
    }),
  );
}

/** It identifies the person at an offline start, so only sign-out deletes it. */
export const isProfile = ({ queryKey }: PersistedQuery): boolean => queryKey[1] === PROFILE;

export const COURIER_RUN = 'courier-run';

export const isNeededToday = (query: PersistedQuery): boolean => isProfile(query) || query.queryKey[1] === COURIER_RUN;

/** Call only when the server has just responded, so that the data can be fetched again. */
export async function forgetExpired(): Promise<void> {
  const now = serverTimePassed();
  if (now === null) return;
  const server = { now, offset: clockOffset() ?? 0 };
  const isOver = (query: StoredQuery | undefined) => !query || (!isProfile(query) && isExpired(query, server));
  const names = (await readNamed()).filter(([, query]) => isOver(query)).map(([name]) => name);
  await attempt(() => withStore(({ store }) => delMany(names, store)));
}

/** `offset`: milliseconds that the server is ahead. */
export function isExpired(
  { state, confirmedAt }: Pick<StoredQuery, 'state' | 'confirmedAt'>,
  server: { now: number; offset: number },
): boolean {
  return server.now - (confirmedAt ?? state.dataUpdatedAt + server.offset) > STORED_FOR;
}

function withStore<Value>(work: (opened: Opened) => Promise<Value>): Promise<Value> | undefined {
  const store = userStore();
  return store ? work(store) : undefined;
}

function readStore<Value>(work: (opened: Opened) => Promise<Value>): Promise<Value> | undefined {
  const store = userStore();
  return store ? withinLimit(work(store)) : undefined;
}

/** Responses may still arrive during a sign-out. */
export function stopStoring(): void {
  isClosed = true;
}

export function startStoring(): void {
  isClosed = false;
}

export async function deleteStored(userId: string): Promise<void> {
  opened = null;
  await deleteKeys(userId);
  await attempt(() => deleteDatabase(databaseName(userId)));
}
