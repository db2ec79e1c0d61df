/** Rows of the outbox as a device stores them, written past the app. */
import type { Page } from '@playwright/test';
import { storedRowOf } from '../../support/stored-row.ts';

export const locationOf = (userId: string, id: string, comment: string) =>
  storedRowOf(userId, 'shipmentAdmin.updateShipmentActivity', { id, address: '', comment });

/** Writes rows at the end of the queue, and other values under their keys, past the app. */
export function writeToOutbox(page: Page, rows: object[], others: Record<string, unknown> = {}): Promise<void> {
  return page.evaluate(
    async ([values, named]) => {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open('waybill-outbox');
        request.onsuccess = () => resolve(request.result);
      });
      const writing = database.transaction('queries', 'readwrite');
      const store = writing.objectStore('queries');
      const last = store.openKeyCursor(IDBKeyRange.bound(0, Number.POSITIVE_INFINITY), 'prev');
      last.onsuccess = () => {
        const end = Number(last.result?.key ?? 0);
        for (const [place, row] of values.entries()) store.put(row, end + place + 1);
      };
      for (const [key, value] of Object.entries(named)) store.put(value, key);
      await new Promise((resolve) => {
        writing.oncomplete = resolve;
      });
      database.close();
    },
    [rows, others] as const,
  );
}
