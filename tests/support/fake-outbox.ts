/** A device and a server as the outbox sees them, in memory. */

import type { ServerError } from '../../src/api/calls/call-error.ts';
import type { Sealed } from '../../src/offline/seal.ts';
import {
  hasStatusVersion,
  isStatus,
  type OutboxRow,
  outlivesSignOut,
  previousActionSubject,
  type StoredRow,
} from '../../src/outbox/outbox-row.ts';
import type { OutboxStore } from '../../src/outbox/outbox-store.ts';
import { extendLineage, type OwnVersionRange } from '../../src/outbox/own-version-range.ts';
import { decodeBytes, decodeRow, encodeBytes, encodeRow, ownerOf, type Sealer } from '../../src/outbox/stored-row.ts';

export const USER = 'ines';

/** Seals each owner's rows so that they cannot be read once its keys are forgotten. */
export function createFakeSealer(areKeysOnDisk = true): Sealer & { forgotten: Set<string> } {
  const forgotten = new Set<string>();
  const flip = (bytes: Uint8Array) => bytes.map((byte) => byte ^ 0xff);
  return {
    forgotten,
    areKeysOnDisk: async () => areKeysOnDisk,
    async seal(_, value) {
      const bytes = new Uint8Array(flip(new TextEncoder().encode(JSON.stringify(value))));
      return { iv: new Uint8Array(12), bytes: bytes.buffer };
    },
    async unseal(owner, { bytes }) {
      if (forgotten.has(owner)) throw new Error('The keys are gone');
      return JSON.parse(new TextDecoder().decode(flip(new Uint8Array(bytes))));
    },
    sealBytes: async (_, clear) => ({
      iv: new Uint8Array(12),
      bytes: new Uint8Array(flip(new Uint8Array(clear))).buffer,
    }),
    async unsealBytes(owner, { bytes }) {
      if (forgotten.has(owner)) throw new Error('The keys are gone');
      return new Uint8Array(flip(new Uint8Array(bytes))).buffer;
    },
  };
}

/** A device's storage like IndexedDB's: rows by position, and atomic changes. */
export function createFakeStore(
  sealer = createFakeSealer(false),
): OutboxStore & { rows: Map<number, unknown>; bytes: Map<string | null, ArrayBuffer | Sealed> } {
  const bytes = new Map<string | null, ArrayBuffer | Sealed>();
  const rows = new Map<number, unknown>();
  const lineages = new Map<string, OwnVersionRange>();
  const last = new Map<string, string>();
  const sent: OutboxRow[] = [];
  const isInPlace = (row: { sequence: number; opId: string | null }) =>
    (rows.get(row.sequence) as StoredRow | undefined)?.opId === row.opId;
  const store: ReturnType<typeof createFakeStore> = {
    rows,
    bytes,
    list: () => Promise.all([...rows].map(([sequence, value]) => decodeRow(sealer, sequence, value))),
    listSent: async (userId) => sent.filter((row) => row.userId === userId),
    async forgetSent(gone) {
      for (const row of gone) sent.splice(sent.indexOf(row), 1);
    },
    async append(row, more = []) {
      for (const one of [row, ...more.map((other) => other.row)]) {
        const encoded = structuredClone(await encodeRow(sealer, one));
        rows.set(Math.max(0, ...rows.keys()) + 1, encoded);
      }
      for (const one of more)
        if (one.bytes) bytes.set(one.row.opId, await encodeBytes(sealer, one.row.userId, one.bytes));
    },
    readBytes: async ({ opId, userId }) => decodeBytes(sealer, userId, bytes.get(opId) ?? null),
    async change(row) {
      const encoded = structuredClone(await encodeRow(sealer, row));
      const isThere = isInPlace(row);
      if (isThere) rows.set(row.sequence, encoded);
      return isThere;
    },
    recordAttempt: (row) => store.change(row),
    async markApplied(row) {
      if (!isInPlace(row)) return;
      rows.delete(row.sequence);
      bytes.delete(row.opId);
      sent.push({ ...row, sequence: sent.length + 1 });
      const shipment = previousActionSubject(row);
      if (shipment === null) return;
      last.set(shipment, row.opId);
      if (hasStatusVersion(row)) lineages.set(shipment, extendLineage(row, lineages.get(shipment) ?? null));
    },
    async remove(gone) {
      for (const { sequence, opId } of gone) {
        rows.delete(sequence);
        bytes.delete(opId);
      }
    },
    async removeUnsent(gone) {
      const isOpen = ({ sequence }: OutboxRow) => (rows.get(sequence) as { isOpen?: boolean }).isOpen;
      if (!gone.every((row) => isInPlace(row) && !isOpen(row))) return false;
      await store.remove(gone);
      return true;
    },
    getLineage: async (_, shipmentId) => lineages.get(shipmentId) ?? null,
    getLastActionKey: async (_, shipmentId) => last.get(shipmentId) ?? null,
    prepare: () => undefined,
    async forget(userId) {
      const own = (await store.list()).filter((row) => row.userId === userId);
      await store.remove(own.filter((row) => !outlivesSignOut(row)));
      if (!own.some(outlivesSignOut)) sealer.forgotten.add(ownerOf(userId));
    },
  };
  return store;
}

/** A server as the outbox sees it: each key once, and a status only on its base version. */
export function createFakeServer() {
  const kept = new Map<string, string>();
  const shipments = new Map<string, { status: string; version: number; effects: string[] }>();
  const shipment = (id: string) => {
    const known = shipments.get(id) ?? { status: 'in-progress', version: 1, effects: [] };
    shipments.set(id, known);
    return known;
  };
  return {
    shipment,
    /** @throws the error code of a rejection. */
    do(row: OutboxRow): void {
      const input = JSON.stringify([row.input, row.occurredAt, 'baseStatusVersion' in row ? row.baseStatusVersion : 0]);
      const before = kept.get(row.opId);
      if (before === input) return;
      if (before !== undefined) throw 'another input under this key';
      const known = shipment(isStatus(row) ? row.input.id : String((row.input as { id?: string }).id));
      if (isStatus(row)) {
        if (known.status !== row.input.status) {
          if (row.baseStatusVersion !== known.version) throw 'CONFLICT';
          known.status = row.input.status;
          known.version += 1;
          known.effects.push(row.opId);
        }
      } else known.effects.push(row.opId);
      kept.set(row.opId, input);
    },
  };
}

const stored = (action: object, details: Partial<StoredRow> = {}): StoredRow =>
  ({
    opId: crypto.randomUUID(),
    userId: USER,
    occurredAt: '2026-11-20T06:40:00.000Z',
    clockOffset: 0,
    state: 'waiting',
    inFlight: false,
    problem: null,
    trackingId: 'W48207K159XQ',
    ...action,
    ...details,
  }) as StoredRow;

export const location = (id = 'one', details: Partial<StoredRow> = {}) =>
  stored(
    { procedure: 'shipmentAdmin.updateShipmentActivity', input: { id, address: 'Gothenburg', comment: '' } },
    details,
  );

export const status = (word: string, id = 'one', baseStatusVersion = 1) =>
  stored({ procedure: 'shipmentAdmin.updateShipment', input: { id, status: word }, baseStatusVersion });

export const scan = (trackingId: string) =>
  stored({ procedure: 'desk.scan', trackingId, input: { act: 'place', address: 'Leeds' } });

export const problem = (code: string | null): ServerError => ({ code, message: 'No.', fieldErrors: {} });
