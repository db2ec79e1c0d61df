/** All users share one database, so that the next person sees how much the last left unsent. */
import { promisifyRequest, type UseStore } from 'idb-keyval';
import { withResolvers } from '../browser/with-resolvers.ts';
import { followRead, withTimeout } from '../browser/with-timeout.ts';
import type { Sealed } from '../offline/seal.ts';
import {
  hasStatusVersion,
  isBulk,
  isReadable,
  type OutboxRow,
  opIdOf,
  outlivesSignOut,
  previousActionSubject,
  type StoredRow,
} from './outbox-row.ts';
import { extendLineage, type OwnVersionRange } from './own-version-range.ts';
import { noteSentCount, SENT_COUNT } from './sent/sent.ts';
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
  bytes: ArrayBuffer | null;
}

export interface OutboxStore {
  list(): Promise<(OutboxRow | UnreadableRow)[]>;
  /** Oldest first; `sequence` is its number. */
  listSent(userId: string): Promise<OutboxRow[]>;
  forgetSent(rows: readonly OutboxRow[]): Promise<void>;
  /**
   * Its transaction is on disk when it resolves. @throws DOMException if the device has no room,
   * TimeoutError if it would begin after `beginsWithin` milliseconds: then it never does.
   */
  append(row: StoredRow, more?: readonly RowWithBytes[], beginsWithin?: number): Promise<void>;
  /** Null if there are none. @throws UnreadableBytes */
  readBytes(row: OutboxRow): Promise<ArrayBuffer | null>;
  /** False if it is gone. */
  change(row: OutboxRow): Promise<boolean>;
  /** This page remembers the row even if the device stores nothing more. */
  recordAttempt(row: OutboxRow): Promise<boolean>;
  markApplied(row: OutboxRow): Promise<void>;
  remove(rows: readonly (OutboxRow | UnreadableRow)[]): Promise<void>;
  /** It removes none and returns false if one is in flight or gone. */
  removeUnsent(rows: readonly OutboxRow[]): Promise<boolean>;
  getLineage(userId: string, shipmentId: string): Promise<OwnVersionRange | null>;
  getLastActionKey(userId: string, shipmentId: string): Promise<string | null>;
  /** A new key may not survive a power loss, so it is made early. */
  prepare(userId: string): void;
  /** Rows that outlive a sign-out stay, with their keys. */
  forget(userId: string): Promise<void>;
}

interface StoreParts {
  /** Must survive a power loss. */
  database: UseStore;
  sealer: Sealer & { ensureKeys(owner: string): void; deleteKeys(owner: string): Promise<void> };
  withRoom: <Result>(write: () => Promise<Result>) => Promise<Result>;
}

/** Positions are reused once their row is gone. */
async function isInPlace(rows: IDBObjectStore, row: OutboxRow | UnreadableRow): Promise<boolean> {
  const stored: unknown = await promisifyRequest(rows.get(row.sequence));
  return stored !== undefined && opIdOf(stored) === row.opId;
}

function endOf(transaction: IDBTransaction): Promise<unknown> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    // `onerror` comes too early: the transaction has no reason yet.
    transaction.onabort = () => reject(transaction.error);
  });
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // Already ended.
  }
}

function deleteRow(rows: IDBObjectStore, { sequence, opId }: OutboxRow | UnreadableRow): void {
  rows.delete(sequence);
  if (opId !== null) rows.delete(bytesKey(opId));
}

const storesNothing = (error: unknown): boolean => error instanceof DOMException && error.name !== 'AbortError';

const FORGETS_WITHIN_MS = 5_000;

const rowKeys = () => IDBKeyRange.bound(0, Number.POSITIVE_INFINITY);
const lineageKey = (userId: string, shipmentId: string) => `led ${userId} ${shipmentId}`;
const bytesKey = (opId: string) => `bytes ${opId}`;
const lastDoneKey = (userId: string, shipmentId: string) => `last ${userId} ${shipmentId}`;
const sentPrefix = (userId: string) => `sent ${userId} `;
const sentKey = (userId: string, number: number) => sentPrefix(userId) + String(number).padStart(12, '0');
const keysOf = (prefix: string) => IDBKeyRange.bound(prefix, `${prefix}\uffff`);

export function createOutboxStore({ database, sealer, withRoom }: StoreParts): OutboxStore {
  let lastAppend: Promise<unknown> = Promise.resolve();
  const readRows = createRowReader(sealer);
  const readSent = createRowReader(sealer);
  const attempts = new Map<string, OutboxRow>();
  const remembered = new Map<string, unknown>();
  const settled = new Set<string | null>();

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

  async function drop(rows: IDBObjectStore, row: OutboxRow | UnreadableRow): Promise<boolean> {
    const isThere = await isInPlace(rows, row);
    if (isThere) deleteRow(rows, row);
    if (row.opId !== null) attempts.delete(row.opId);
    return isThere;
  }

  async function recordsOf(row: OutboxRow): Promise<[string, unknown][]> {
    if (isBulk(row)) return [];
    const number = ((await read<number>(SENT_COUNT)) ?? 0) + 1;
    const records: [string, unknown][] = [
      [SENT_COUNT, number],
      [sentKey(row.userId, number), await encodeSent(sealer, row)],
    ];
    const shipment = previousActionSubject(row);
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

  /** The row was stored before the keys were safe. */
  async function sealAgain(row: OutboxRow): Promise<void> {
    const bytes = await store.readBytes(row).catch(() => null);
    const sealed = bytes && (await encodeBytes(sealer, row.userId, bytes));
    await store.change(row);
    if (sealed) await write((rows) => void rows.put(sealed, bytesKey(row.opId)));
  }

  const forgetRecords = (userId: string) =>
    write((rows) => {
      for (const prefix of [lineageKey(userId, ''), lastDoneKey(userId, ''), sentPrefix(userId)])
        rows.delete(keysOf(prefix));
    });

  const store: OutboxStore = {
    list: () => followRead(listRows()),
    listSent: (userId) => followRead(listSent(userId)),

    forgetSent: (sent) =>
      write((rows) => {
        for (const { userId, sequence } of sent) rows.delete(sentKey(userId, sequence));
      }),

    append(row, more = [], beginsWithin) {
      const { promise: late, reject } = withResolvers<never>();
      let failure: DOMException | undefined;
      const giveUp = () => {
        failure = new DOMException('The storage is late', 'TimeoutError');
        reject(failure);
      };
      const timer = beginsWithin === undefined ? undefined : setTimeout(giveUp, beginsWithin);
      const appended = lastAppend.then(async () => {
        const encoded = await Promise.all([row, ...more.map((one) => one.row)].map((one) => encodeRow(sealer, one)));
        const bytes = await Promise.all(more.map((one) => one.bytes && encodeBytes(sealer, one.row.userId, one.bytes)));
        await withRoom(() =>
          write(async (rows) => {
            clearTimeout(timer);
            if (failure) throw failure;
            const last = await promisifyRequest(rows.openKeyCursor(rowKeys(), 'prev'));
            const next = last ? Math.floor(Number(last.key)) + 1 : 1;
            for (const [place, one] of encoded.entries()) rows.put(one, next + place);
            for (const [place, one] of more.entries()) if (bytes[place]) rows.put(bytes[place], bytesKey(one.row.opId));
          }),
        );
      });
      lastAppend = appended.catch(() => undefined);
      return Promise.race([appended, late]);
    },

    readBytes: ({ opId, userId }) =>
      read<ArrayBuffer | Sealed>(bytesKey(opId)).then((stored) => decodeBytes(sealer, userId, stored)),

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

    async markApplied(row) {
      const records = await recordsOf(row);
      try {
        await write(async (rows) => {
          if (await drop(rows, row)) for (const [key, value] of records) rows.put(value, key);
        });
        for (const [key] of records) remembered.delete(key);
      } catch (error) {
        if (!storesNothing(error)) throw error;
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
          // The stored name of `inFlight`.
          if (opIdOf(stored) !== row.opId || stored.isOpen || attempts.has(row.opId)) return false;
        }
        for (const row of gone) deleteRow(rows, row);
        return true;
      }),

    getLineage: (userId, shipmentId) => read(lineageKey(userId, shipmentId)),
    getLastActionKey: (userId, shipmentId) => read(lastDoneKey(userId, shipmentId)),

    prepare: (userId) => sealer.ensureKeys(ownerOf(userId)),

    async forget(userId) {
      attempts.clear();
      remembered.clear();
      const listed = await withTimeout(
        store.list().catch(() => null),
        null,
        FORGETS_WITHIN_MS,
      );
      // A report may be among what wasn't read.
      if (!listed) return;
      const rows = listed.filter((row) => row.userId === userId);
      const writes = [
        store.remove(rows.filter((row) => !outlivesSignOut(row))),
        ...rows.filter(isReadable).filter(outlivesSignOut).map(sealAgain),
        forgetRecords(userId),
      ];
      // What isn’t written is unreadable without its keys.
      await withTimeout(Promise.allSettled(writes), null, FORGETS_WITHIN_MS);
      if (!rows.some(outlivesSignOut)) await sealer.deleteKeys(ownerOf(userId));
    },
  };
  return store;
}
