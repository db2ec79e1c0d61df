import { experimental_createQueryPersister, type PersistedQuery } from '@tanstack/query-persist-client-core';
import { hashKey, notifyManager, type QueryKey } from '@tanstack/react-query';
import { del, delMany, entries, get, set, type UseStore } from 'idb-keyval';
import { failureReasonOf, serverErrorOf } from '../api/calls/call-error.ts';
import { whenSessionSettled } from '../api/calls/known-session.ts';
import { clockOffset, serverTimePassed } from '../api/calls/server-clock.ts';
import { PROFILE } from '../api/check-session.ts';
import { isIn } from '../api/define-query.ts';
import { refetchDelay } from '../api/query-client.ts';
import { followRead, inTime } from '../browser/with-timeout.ts';
import { deleteDatabase, openStore } from './database.ts';
import { readDeviceUser } from './device-user.ts';
import { withRoom } from './room.ts';
import { deleteKeys, ensureKeys, type Sealed, seal, sealedName, unseal } from './seal.ts';
import { reportStorageError } from './storage-issue.ts';
import { STORED_FOR, VERSION } from './stored-version.ts';

export type Persister = ReturnType<typeof experimental_createQueryPersister>['persisterFn'];

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

/** The server’s clock had passed `confirmedAt`. */
export type StoredQuery = PersistedQuery & { title?: string | undefined; confirmedAt?: number | null };

const { retrieveQuery, persistQuery, persistQueryByKey } = experimental_createQueryPersister<StoredQuery>({
  storage: {
    getItem: (key) =>
      attempt(() =>
        readStore(async ({ userId, store }) => {
          const row = await get<StoredRow>(await sealedName(userId, key), store);
          await whenSessionSettled();
          return readRow(userId, row);
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
  deserialize: (query) => query,
  buster: VERSION,
  // `forgetExpired` deletes, only while online.
  maxAge: Number.POSITIVE_INFINITY,
  prefix: PREFIX,
});

function nextChance(error: unknown): Promise<false> {
  const delay = refetchDelay(failureReasonOf(error));
  return new Promise((resolve) => {
    const end = () => resolve(false);
    addEventListener('online', end, { once: true });
    if (delay !== false) setTimeout(end, delay);
  });
}

/** The server’s response ends it, or else storage that has been read. */
async function askUntil<Data>(isRead: Promise<boolean>, ask: () => Promise<Data>): Promise<Data> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (failureReasonOf(error) === 'rejected' || (await Promise.race([isRead, nextChance(error)]))) throw error;
    }
  }
}

/**
 * Shows what comes first. The library’s `persisterFn` takes late storage for empty, and its refetch
 * leaves a rejected promise offline.
 */
export const persistPersonal: Persister = async (queryFn, context, query) => {
  if (!isIn('person', query.queryKey)) return queryFn(context);
  titles.set(query.queryHash, query.meta?.title);
  let isRestored = false;
  const ask = async () => {
    try {
      const data = await queryFn(context);
      if (!isRestored) notifyManager.schedule(() => void persistQuery(query));
      return data;
    } catch (error) {
      // The person may have lost access.
      if (['NOT_FOUND', 'FORBIDDEN'].includes(serverErrorOf(error).code ?? '')) void forgetStored([query]);
      throw error;
    }
  };
  if (query.state.data !== undefined) return ask();
  const reading = retrieveQuery<Awaited<ReturnType<typeof ask>>>(query.queryHash, ({ state }) => {
    // The server was first.
    if (query.state.data !== state.data) return;
    query.setState({ dataUpdatedAt: state.dataUpdatedAt });
    void context.client.refetchQueries({ queryKey: query.queryKey, exact: true });
  });
  const isRead = reading.then(() => true);
  const asked = (await inTime(isRead, false)) ? null : askUntil(isRead, ask);
  const restored = reading.then((found) => {
    if (found === undefined) return asked ?? ask();
    isRestored = true;
    return found;
  });
  return asked ? Promise.race([asked, restored]) : restored;
};

export const storeQuery = persistQueryByKey;

export const openStored = () => attempt(() => readStore(({ store }) => store('readonly', async () => undefined)));

export async function readStored(): Promise<StoredQuery[]> {
  return (await readNamed()).flatMap(([, query]) => query ?? []);
}

/** Reads a query's data from the disk, past the cache in memory. */
export const readStoredData = (queryKey: QueryKey): Promise<unknown> =>
  attempt(() =>
    readStore(async ({ userId, store }) => {
      const row = await get<StoredRow>(await sealedName(userId, `${PREFIX}-${hashKey(queryKey)}`), store);
      return (await readRow(userId, row))?.state.data;
    }),
  );

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

/** Call it only when the server has just responded, so that the data can be fetched again. */
export async function forgetExpired(): Promise<void> {
  const now = serverTimePassed();
  if (now === null) return;
  const server = { now, offset: clockOffset() ?? 0 };
  const isOver = (query: StoredQuery | undefined) => !query || (!isProfile(query) && isExpired(query, server));
  const names = (await readNamed()).filter(([, query]) => isOver(query)).map(([name]) => name);
  await attempt(() => withStore(({ store }) => delMany(names, store)));
}

/** The server is `offset` milliseconds ahead. */
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
  return store ? followRead(work(store)) : undefined;
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
