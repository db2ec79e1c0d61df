/**
 * The outbox on this device: one database for whoever uses it, since what one person left unsent must still be counted
 * for the next. A row's key is its place in the line; beside the rows stands which statuses this device has led on.
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

/** What a drain needs of the place rows are kept in. */
export interface OutboxStore {
  /** Every row, of whomever, in order. */
  list(): Promise<(OutboxRow | UnreadableRow)[]>;
  /** Puts a row at the end of the line; it is there when this resolves. Throws where the device has no room. */
  append(row: StoredRow): Promise<void>;
  /** Writes what has changed in a row. False where it is gone by now. */
  change(row: OutboxRow): Promise<boolean>;
  /** It was done: takes it out, and notes a status that was led on with it, both or neither. */
  settle(row: OutboxRow): Promise<void>;
  remove(rows: readonly (OutboxRow | UnreadableRow)[]): Promise<void>;
  /** What this person has led the status of a shipment through on this device, or null. */
  led(userId: string, shipmentId: string): Promise<Led | null>;
  /** The key of what was last done to a shipment from this device by this person, or null. */
  lastDone(userId: string, shipmentId: string): Promise<string | null>;
}

/** Whether a place of the line still holds this row: the last place is given again once its row is gone. */
async function holds(rows: IDBObjectStore, row: OutboxRow | UnreadableRow): Promise<boolean> {
  const kept: unknown = await promisifyRequest(rows.get(row.sequence));
  return kept !== undefined && opIdOf(kept) === row.opId;
}

/** Whose keys seal what a person has typed. They stay as long as something may wait for that person. */
const ownerOf = (userId: string) => `outbox-${userId}`;

/** A row as it is written: what was typed is sealed, and the rest says nothing of anybody. */
async function sealRow({ sequence: _, ...row }: StoredRow & { sequence?: number }): Promise<object> {
  const owner = ownerOf(row.userId);
  // A browser without Cache Storage (a private window) has no place for the key, and forgets all of it soon.
  const isSealed = await areKeysOnDisk(owner).catch(() => false);
  if (!isSealed) return row;
  const { input, problem, ...open } = row;
  const trackingId = 'trackingId' in row ? row.trackingId : undefined;
  return { ...open, trackingId: undefined, sealed: await seal(owner, { input, problem, trackingId }) };
}

/** The row that was written; as it stands where its keys are gone. */
async function unsealRow(value: unknown): Promise<unknown> {
  const { sealed, ...open } = Object(value) as { sealed?: Sealed; userId?: string };
  if (!sealed || !open.userId) return value;
  const secret = await unseal(ownerOf(open.userId), sealed).catch(() => undefined);
  return secret ? { ...open, ...(secret as object) } : value;
}

/** Rows are put into the line in the order in which they are given, however long each takes to be sealed. */
let line: Promise<unknown> = Promise.resolve();

// A tablet that loses its power must not lose what it said was kept.
const store = openStore('waybill-outbox', { durability: 'strict' });
/** The keys of rows: numbers, which come before all words. */
const places = () => IDBKeyRange.bound(0, Number.POSITIVE_INFINITY);
const ledKey = (userId: string, shipmentId: string) => `led ${userId} ${shipmentId}`;
const lastKey = (userId: string, shipmentId: string) => `last ${userId} ${shipmentId}`;

/** Does the work in one transaction, and resolves when that is committed. */
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

/** Forgets what a person has left unsent, and what they have led on. A device that keeps nothing has nothing to forget. */
export async function forgetUnsent(userId: string): Promise<void> {
  try {
    const rows = await outboxStore.list();
    await outboxStore.remove(rows.filter((row) => row.userId === userId));
    await write((all) => {
      for (const key of [ledKey, lastKey]) all.delete(IDBKeyRange.bound(key(userId, ''), key(userId, '\uffff')));
    });
  } catch {
    // Nothing was kept either, or the store does not answer: then what is left cannot be read without its keys.
  }
  await forgetKeys(ownerOf(userId));
}

/** Makes ready what seals a person's rows, long before there is one: a key that has just been made might not survive. */
export function prepareOutbox(userId: string): void {
  expectKeys(ownerOf(userId));
}
