/**
 * The outbox in IndexedDB. All users of the device share one database, so that the next person can
 * see how many rows the last one left unsent. A row's key is its position in the queue; the
 * database also holds the range of status versions that this device produced.
 */
import { promisifyRequest } from 'idb-keyval';
import { openStore, withinLimit } from '../offline/database.ts';
import { hasQuota } from '../offline/persistence.ts';
import { areKeysOnDisk, expectKeys, forgetKeys, type Sealed, seal, unseal } from '../offline/seal.ts';
import {
  isStatus,
  type Led,
  ledBy,
  type OutboxRow,
  opIdOf,
  readRow,
  type StoredRow,
  shipmentOf,
  type UnreadableRow,
} from './outbox-row.ts';

/** The storage that a drain needs. */
export interface OutboxStore {
  /** Everyone's rows, in order. */
  list(): Promise<(OutboxRow | UnreadableRow)[]>;
  /**
   * Adds a row at the end; it is on disk when this resolves.
   * @throws DOMException if the device has no room.
   */
  append(row: StoredRow): Promise<void>;
  /** Updates a row. False if it no longer exists. */
  change(row: OutboxRow): Promise<boolean>;
  /** Removes a row that was applied and records its status version, in one transaction. */
  settle(row: OutboxRow): Promise<void>;
  remove(rows: readonly (OutboxRow | UnreadableRow)[]): Promise<void>;
  /** The range of status versions this person produced on this device, or null. */
  led(userId: string, shipmentId: string): Promise<Led | null>;
  /** The key of this person's last action on a shipment from this device, or null. */
  lastDone(userId: string, shipmentId: string): Promise<string | null>;
}

/** Whether this row is still at its position: the last position is reused once its row is gone. */
async function holds(rows: IDBObjectStore, row: OutboxRow | UnreadableRow): Promise<boolean> {
  const kept: unknown = await promisifyRequest(rows.get(row.sequence));
  return kept !== undefined && opIdOf(kept) === row.opId;
}

/** The owner of the keys that seal a person's rows; kept while rows may wait for that person. */
const ownerOf = (userId: string) => `outbox-${userId}`;

/** A row as stored: what was typed is sealed, and the rest has no personal data. */
async function sealRow({ sequence: _, ...row }: StoredRow & { sequence?: number }): Promise<object> {
  const owner = ownerOf(row.userId);
  // Without Cache Storage (a private window) there is no place for the key, and all data is short-
  // lived.
  const isSealed = await areKeysOnDisk(owner).catch(() => false);
  if (!isSealed) return row;
  const { input, problem, ...open } = row;
  const trackingId = 'trackingId' in row ? row.trackingId : undefined;
  return { ...open, trackingId: undefined, sealed: await seal(owner, { input, problem, trackingId }) };
}

/** The original row, or the sealed value if its keys are gone. */
async function unsealRow(value: unknown): Promise<unknown> {
  const { sealed, ...open } = Object(value) as { sealed?: Sealed; userId?: string };
  if (!sealed || !open.userId) return value;
  const secret = await unseal(ownerOf(open.userId), sealed).catch(() => undefined);
  return secret ? { ...open, ...(secret as object) } : value;
}

/** Keeps rows in the order of the calls, however long each takes to seal. */
let line: Promise<unknown> = Promise.resolve();

// A tablet that loses power must not lose what it reported as saved.
const store = openStore('waybill-outbox', { durability: 'strict' });
/** The keys of rows are numbers, which sort before the string keys. */
const places = () => IDBKeyRange.bound(0, Number.POSITIVE_INFINITY);
const ledKey = (userId: string, shipmentId: string) => `led ${userId} ${shipmentId}`;
const lastKey = (userId: string, shipmentId: string) => `last ${userId} ${shipmentId}`;

/** Runs `work` in one transaction and resolves when it is committed. */
function write<Result>(work: (rows: IDBObjectStore) => Promise<Result> | Result): Promise<Result> {
  return store('readwrite', async (rows) => {
    const committed = promisifyRequest(rows.transaction);
    committed.catch(() => undefined);
    const result = await work(rows);
    await committed;
    return result;
  });
}

export const outboxStore: OutboxStore = {
  async list() {
    const [keys, values] = await store('readonly', (rows) =>
      Promise.all([
        promisifyRequest(rows.getAllKeys(places())),
        promisifyRequest(rows.getAll(places()) as IDBRequest<unknown[]>),
      ]),
    );
    const rows = await withinLimit(Promise.all(values.map(unsealRow)));
    return keys.map((key, place) => readRow(Number(key), rows[place]));
  },

  append(row) {
    const appended = line.then(async () => {
      if (!(await hasQuota())) throw new DOMException('This device is nearly full', 'QuotaExceededError');
      const sealed = await sealRow(row);
      await write(async (rows) => {
        const last = await promisifyRequest(rows.openKeyCursor(places(), 'prev'));
        rows.put(sealed, last ? Math.floor(Number(last.key)) + 1 : 1);
      });
    });
    line = appended.catch(() => undefined);
    return appended;
  },

  async change(row) {
    const sealed = await sealRow(row);
    return write(async (rows) => {
      const isThere = await holds(rows, row);
      if (isThere) rows.put(sealed, row.sequence);
      return isThere;
    });
  },

  settle: (row) =>
    write(async (rows) => {
      if (!(await holds(rows, row))) return;
      rows.delete(row.sequence);
      const shipment = shipmentOf(row);
      if (shipment !== null) rows.put(row.opId, lastKey(row.userId, shipment));
      if (!isStatus(row)) return;
      const key = ledKey(row.userId, row.input.id);
      const before = (await promisifyRequest(rows.get(key))) as Led | undefined;
      rows.put(ledBy(row, before ?? null), key);
    }),

  remove: (gone) =>
    write(async (rows) => {
      for (const row of gone) if (await holds(rows, row)) rows.delete(row.sequence);
    }),

  led: (userId, shipmentId) =>
    store('readonly', async (rows) => {
      const led = (await promisifyRequest(rows.get(ledKey(userId, shipmentId)))) as Led | undefined;
      return led ?? null;
    }),

  lastDone: (userId, shipmentId) =>
    store('readonly', async (rows) => {
      const opId = (await promisifyRequest(rows.get(lastKey(userId, shipmentId)))) as string | undefined;
      return opId ?? null;
    }),
};

/** Deletes a person's unsent rows, version ranges and keys from this device. */
export async function forgetUnsent(userId: string): Promise<void> {
  try {
    const rows = await outboxStore.list();
    await outboxStore.remove(rows.filter((row) => row.userId === userId));
    await write((all) => {
      for (const key of [ledKey, lastKey]) all.delete(IDBKeyRange.bound(key(userId, ''), key(userId, '\uffff')));
    });
  } catch {
    // If the store fails, what is left cannot be read without its keys, which are deleted below.
  }
  await forgetKeys(ownerOf(userId));
}

/** Creates a person's keys long before the first row: a new key might not survive a power loss. */
export function prepareOutbox(userId: string): void {
  expectKeys(ownerOf(userId));
}
