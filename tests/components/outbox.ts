/** Reads and writes the device's outbox past the app. */
import { entries, setMany } from 'idb-keyval';
import { onTestFinished } from 'vitest';
import type { ShipmentStatus } from '../../src/domain/shipment-status.ts';
import { openStore } from '../../src/offline/database.ts';
import * as sealer from '../../src/offline/seal.ts';
import { isReadable } from '../../src/outbox/outbox-row.ts';
import { createOutboxStore } from '../../src/outbox/outbox-store.ts';
import { storedRowOf } from '../support/stored-row.ts';
import { MANAGER } from './people.ts';
import { MANAGED } from './shipments.ts';

const database = openStore('waybill-outbox');

/** A row of the manager's. */
export const storedRow = (procedure: string, input: object, details: object = {}) =>
  storedRowOf(MANAGER.id, procedure, input, { occurredAt: '2026-11-17T09:30:00.000Z', ...details });

/** A location that a manager has added to MANAGED. */
export const storedLocation = (comment: string, details: object = {}) =>
  storedRow('shipmentAdmin.updateShipmentActivity', { id: MANAGED.id, address: '', comment }, details);

/** A status that a manager has set on MANAGED. */
export const storedStatus = (status: ShipmentStatus, details: object = {}) =>
  storedRow('shipmentAdmin.updateShipment', { id: MANAGED.id, status }, { baseStatusVersion: 1, ...details });

/** A row of a kind that only a newer version of the app knows. */
export const rowOfNewerVersion = () => storedRow('courier.position', { stop: 'Linnégatan 8' });

/** Writes an outbox, in this order; called before its page opens. */
export const writeOutbox = (rows: readonly object[]): Promise<void> =>
  setMany(
    rows.map((row, place) => [place + 1, row]),
    database,
  );

/** Another tab sends the outbox, and tells this one. */
export async function sendFromAnotherTab(): Promise<void> {
  const store = createOutboxStore({ database, sealer, withRoom: (write) => write() });
  for (const row of (await store.list()).filter(isReadable)) await store.markApplied(row);
  const channel = new BroadcastChannel('outbox');
  channel.postMessage({ isServerChanged: true });
  channel.close();
}

/** What the outbox holds, in order. */
export const readOutbox = async (): Promise<unknown[]> =>
  (await entries<IDBValidKey, unknown>(database)).flatMap(([key, row]) => (typeof key === 'number' ? [row] : []));

/** The number on the app's icon, which only installed apps show; null for none. */
export function watchBadge(): () => number | null {
  let shown: number | null = null;
  Object.assign(navigator, {
    setAppBadge: async (count: number) => {
      shown = count;
    },
    clearAppBadge: async () => {
      shown = null;
    },
  });
  onTestFinished(() => {
    for (const name of ['setAppBadge', 'clearAppBadge']) Reflect.deleteProperty(navigator, name);
  });
  return () => shown;
}
