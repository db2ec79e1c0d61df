/**
 * The outbox in IndexedDB. All users of the device share one database, so that the next person can
 * see how many rows the last one left unsent. A row's key is its position in the queue; the
 * database also holds the range of status versions that this device produced.
 */
import { promisifyRequest, type UseStore } from 'idb-keyval';
import { withTimeout } from '../browser/with-timeout.ts';
import { withinLimit } from '../offline/database.ts';
import type { Sealed } from '../offline/seal.ts';
import {
  actedOn,
  hasStatusVersion,
  isBulk,
  isReadable,
  type OutboxRow,
  opIdOf,
  outlivesSignOut,
  type StoredRow,
} from './outbox-row.ts';
import { noteSentCount, SENT_COUNT } from './sent/sent.ts';
import { extendLineage, type StatusLineage } from './status-lineage.ts';
import {
  createRowReader,
  decodeBytes,
  encodeBytes,
  encodeRow,
  encodeSent,
  ownerOf,
  type Sealer,
} from './stored-row.ts';
import type { UnreadableRow } from './unreadable-row.ts';

export interface RowWithBytes {
  row: StoredRow;
  bytes: ArrayBuffer;
}

export interface OutboxStore {
  /** Everyone's rows, in order. @throws {TimeoutError} */
  list(): Promise<(OutboxRow | UnreadableRow)[]>;
  /** What this person sent from this device, oldest first; `sequence` is its number. @throws {TimeoutError} */
  listSent(userId: string): Promise<OutboxRow[]>;
  /** Forgets sent actions that have been read back. */
  forgetSent(rows: readonly OutboxRow[]): Promise<void>;
  /**
   * Adds a row at the end, and rows that go with it, each with bytes, in one transaction; all is on
   * disk when this resolves.
   * @throws DOMException if the device has no room.
   */
  append(row: StoredRow, more?: readonly RowWithBytes[]): Promise<void>;
  /** The bytes stored beside a row; null if there are none. @throws UnreadableBytes or TimeoutError */
  readBytes(row: OutboxRow): Promise<ArrayBuffer | null>;
  /** Updates a row. False if it no longer exists. */
  change(row: OutboxRow): Promise<boolean>;
  /**
   * The same for what came of an attempt to send it. If the device stores nothing more, this page
   * remembers it: what is stored is still sent.
   */
  recordAttempt(row: OutboxRow): Promise<boolean>;
  /**
   * Moves a row that was applied to the sent ones and records its status version, in one
   * transaction. What the device does not store of that, this page remembers.
   */
  settle(row: OutboxRow): Promise<void>;
  remove(rows: readonly (OutboxRow | UnreadableRow)[]): Promise<void>;
  /** Removes these rows; false, and none is, if one of them is on its way to the server or gone. */
  removeUnsent(rows: readonly OutboxRow[]): Promise<boolean>;
  /** The range of status versions this person produced on this device, or null. */
  getLineage(userId: string, shipmentId: string): Promise<StatusLineage | null>;
  /** The key of this person's last action on a shipment from this device, or null. */
  getLastDone(userId: string, shipmentId: string): Promise<string | null>;
  /** Creates a person's keys long before the first row: a new key may not survive a power loss. */
  prepare(userId: string): void;
  /**
   * Deletes a person's unsent rows, version ranges and keys from this device. Rows that outlive a
   * sign-out stay, with their keys.
   */
  forget(userId: string): Promise<void>;
}

interface StoreParts {
  /** Its writes must survive a power loss: what was reported as saved must not get lost. */
  database: UseStore;
  sealer: Sealer & { expectKeys(owner: string): void; forgetKeys(owner: string): Promise<void> };
  /** Makes room if a write fails for lack of it, and tries once more. */
  withRoom: <Result>(write: () => Promise<Result>) => Promise<Result>;
}

/** Whether this row is still at its position: the last position is reused once its row is gone. */
async function isInPlace(rows: IDBObjectStore, row: OutboxRow | UnreadableRow): Promise<boolean> {
  const stored: unknown = await promisifyRequest(rows.get(row.sequence));
  return stored !== undefined && opIdOf(stored) === row.opId;
}

/** Resolves when a transaction is committed. @throws why it was aborted. */
function endOf(transaction: IDBTransaction): Promise<unknown> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    // Not `onerror`: when a request fails, the transaction has no reason yet.
    transaction.onabort = () => reject(transaction.error);
  });
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // It has ended by itself.
  }
}

function deleteRow(rows: IDBObjectStore, { sequence, opId }: OutboxRow | UnreadableRow): void {
  rows.delete(sequence);
  if (opId !== null) rows.delete(bytesKey(opId));
}

/** Whether a write failed on a device that can still be read, and not because the page is being left. */
const storesNothing = (error: unknown): boolean =>
  error instanceof DOMException && !['AbortError', 'TimeoutError'].includes(error.name);

/** How long a logout waits for this store. */
const FORGETS_WITHIN_MS = 5_000;

/** The keys of rows are numbers, which sort before the string keys. */
const rowKeys = () => IDBKeyRange.bound(0, Number.POSITIVE_INFINITY);
const lineageKey = (userId: string, shipmentId: string) => `led ${userId} ${shipmentId}`;
/** The key of the bytes beside a row. */
const bytesKey = (opId: string) => `bytes ${opId}`;
const lastDoneKey = (userId: string, shipmentId: string) => `last ${userId} ${shipmentId}`;
const sentPrefix = (userId: string) => `sent ${userId} `;
/** Keys sort as text, so numbers have leading zeros. */
const sentKey = (userId: string, number: number) => sentPrefix(userId) + String(number).padStart(12, '0');
const keysOf = (prefix: string) => IDBKeyRange.bound(prefix, `${prefix}\uffff`);

export function createOutboxStore({ database, sealer, withRoom }: StoreParts): OutboxStore {
  /** Keeps rows in the order of the calls, however long each takes to seal. */
  let lastAppend: Promise<unknown> = Promise.resolve();
  const readRows = createRowReader(sealer);
  const readSent = createRowReader(sealer);
  /** What the device did not store: rows by their `opId`, other values by their key, and removed rows. */
  const attempts = new Map<string, OutboxRow>();
  const remembered = new Map<string, unknown>();
  const settled = new Set<string | null>();

  /** Runs `work` in one transaction and resolves when all of it is committed; else none of it is. */
  const write = <Result>(work: (rows: IDBObjectStore) => Promise<Result> | Result): Promise<Result> =>
    database('readwrite', async (rows) => {
      const committed = endOf(rows.transaction);
      committed.catch(() => undefined);
      try {
        const result = await work(rows);
        await committed;
        return result;
      } catch (error) {
        abort(rows.transaction);
        throw error;
      }
    });

  const read = async <Value>(key: string): Promise<Value | null> =>
    (remembered.get(key) as Value | undefined) ??
    (await database('readonly', (rows) => promisifyRequest<Value | undefined>(rows.get(key)))) ??
    null;

  /** Deletes a row and what is remembered of it. False if it is not in its place. */
  async function drop(rows: IDBObjectStore, row: OutboxRow | UnreadableRow): Promise<boolean> {
    const isThere = await isInPlace(rows, row);
    if (isThere) deleteRow(rows, row);
    if (row.opId !== null) attempts.delete(row.opId);
    return isThere;
  }

  /** What is recorded once a row has been applied, by key. */
  async function recordsOf(row: OutboxRow): Promise<[string, unknown][]> {
    // A picture shows nowhere but on the server.
    if (isBulk(row)) return [];
    const number = ((await read<number>(SENT_COUNT)) ?? 0) + 1;
    const records: [string, unknown][] = [
      [SENT_COUNT, number],
      [sentKey(row.userId, number), await encodeSent(sealer, row)],
    ];
    const shipment = actedOn(row);
    if (shipment === null) return records;
    records.push([lastDoneKey(row.userId, shipment), row.opId]);
    if (!hasStatusVersion(row)) return records;
    const lineage = extendLineage(row, await store.getLineage(row.userId, shipment));
    return [...records, [lineageKey(row.userId, shipment), lineage]];
  }

  async function listRows(): Promise<(OutboxRow | UnreadableRow)[]> {
    const [keys, values] = await database('readonly', (rows) =>
      Promise.all([
        promisifyRequest(rows.getAllKeys(rowKeys())),
        promisifyRequest(rows.getAll(rowKeys()) as IDBRequest<unknown[]>),
      ]),
    );
    const stored = await readRows(keys.map(Number), values);
    const left = stored.filter(({ opId }) => !settled.has(opId));
    return left.map((row) => (row.opId !== null && attempts.get(row.opId)) || row);
  }

  async function listSent(userId: string): Promise<OutboxRow[]> {
    const prefix = sentPrefix(userId);
    const [keys, values] = await database('readonly', (rows) =>
      Promise.all([
        promisifyRequest(rows.getAllKeys(keysOf(prefix))),
        promisifyRequest(rows.getAll(keysOf(prefix)) as IDBRequest<unknown[]>),
      ]),
    );
    const stored = keys.map((key, place): [string, unknown] => [String(key), values[place]]);
    const all = [...stored, ...[...remembered].filter(([key]) => key.startsWith(prefix))];
    const numbers = all.map(([key]) => Number(key.slice(prefix.length)));
    const sent = await readSent(
      numbers,
      all.map(([, value]) => value),
    );
    return sent.filter(isReadable);
  }

  /** What was stored before the keys were safe is sealed before someone else may open this device. */
  async function sealAgain(row: OutboxRow): Promise<void> {
    const bytes = await store.readBytes(row).catch(() => null);
    const sealed = bytes && (await encodeBytes(sealer, row.userId, bytes));
    await store.change(row);
    if (sealed) await write((rows) => void rows.put(sealed, bytesKey(row.opId)));
  }

  /** Removes what was recorded once this person's rows had been applied. */
  const forgetRecords = (userId: string) =>
    write((rows) => {
      for (const prefix of [lineageKey(userId, ''), lastDoneKey(userId, ''), sentPrefix(userId)])
        rows.delete(keysOf(prefix));
    });

  const store: OutboxStore = {
    list: () => withinLimit(listRows()),
    listSent: (userId) => withinLimit(listSent(userId)),

    forgetSent: (sent) =>
      write((rows) => {
        for (const { userId, sequence } of sent) rows.delete(sentKey(userId, sequence));
      }),

    append(row, more = []) {
      const appended = lastAppend.then(async () => {
        const encoded = await Promise.all([row, ...more.map((one) => one.row)].map((one) => encodeRow(sealer, one)));
        const bytes = await Promise.all(more.map((one) => encodeBytes(sealer, one.row.userId, one.bytes)));
        await withRoom(() =>
          write(async (rows) => {
            const last = await promisifyRequest(rows.openKeyCursor(rowKeys(), 'prev'));
            const next = last ? Math.floor(Number(last.key)) + 1 : 1;
            for (const [place, one] of encoded.entries()) rows.put(one, next + place);
            for (const [place, one] of more.entries()) rows.put(bytes[place], bytesKey(one.row.opId));
          }),
        );
      });
      lastAppend = appended.catch(() => undefined);
      return appended;
    },

    readBytes: ({ opId, userId }) =>
      withinLimit(read<ArrayBuffer | Sealed>(bytesKey(opId)).then((stored) => decodeBytes(sealer, userId, stored))),

    async change(row) {
      const encoded = await encodeRow(sealer, row);
      return write(async (rows) => {
        const isThere = await isInPlace(rows, row);
        if (isThere) rows.put(encoded, row.sequence);
        return isThere;
      }).then((isThere) => {
        attempts.delete(row.opId);
        return isThere;
      });
    },

    async recordAttempt(row) {
      try {
        return await store.change(row);
      } catch (error) {
        if (!storesNothing(error)) throw error;
        const isThere = await database('readonly', (rows) => isInPlace(rows, row));
        if (isThere) attempts.set(row.opId, row);
        return isThere;
      }
    },

    async settle(row) {
      const records = await recordsOf(row);
      try {
        await write(async (rows) => {
          if (await drop(rows, row)) for (const [key, value] of records) rows.put(value, key);
        });
        for (const [key] of records) remembered.delete(key);
      } catch (error) {
        if (!storesNothing(error)) throw error;
        // Without room for the records, it may still be removed.
        await write((rows) => drop(rows, row)).catch(() => settled.add(row.opId));
        for (const [key, value] of records) remembered.set(key, value);
        noteSentCount(Number(remembered.get(SENT_COUNT) ?? 0));
      }
    },

    remove: (gone) =>
      write(async (rows) => {
        for (const row of gone) await drop(rows, row);
      }),

    removeUnsent: (gone) =>
      write(async (rows) => {
        for (const row of gone) {
          const stored = Object(await promisifyRequest(rows.get(row.sequence)));
          // `isOpen` is how a row in flight is stored (stored-row.ts).
          if (opIdOf(stored) !== row.opId || stored.isOpen || attempts.has(row.opId)) return false;
        }
        for (const row of gone) deleteRow(rows, row);
        return true;
      }),

    getLineage: (userId, shipmentId) => read(lineageKey(userId, shipmentId)),
    getLastDone: (userId, shipmentId) => read(lastDoneKey(userId, shipmentId)),

    prepare: (userId) => sealer.expectKeys(ownerOf(userId)),

    async forget(userId) {
      attempts.clear();
      remembered.clear();
      // Until the rows are listed, a report that must stay may be among them.
      let isAnyLeft = true;
      try {
        const rows = (await store.list()).filter((row) => row.userId === userId);
        isAnyLeft = rows.some(outlivesSignOut);
        const writes = [
          store.remove(rows.filter((row) => !outlivesSignOut(row))),
          ...rows.filter(isReadable).filter(outlivesSignOut).map(sealAgain),
          forgetRecords(userId),
        ];
        // Another page may keep the store from being written.
        await withTimeout(Promise.allSettled(writes), null, FORGETS_WITHIN_MS);
      } catch {
        // What is left cannot be read without its keys, which are deleted below unless a report stays.
      }
      if (!isAnyLeft) await sealer.forgetKeys(ownerOf(userId));
    },
  };
  return store;
}
