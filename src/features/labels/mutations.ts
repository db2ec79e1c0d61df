import type { PrintedDocument, PrintedShipment } from '../../domain/labels/printing.ts';
import { readDeviceUser } from '../../offline/device-user.ts';
import { outbox } from '../../outbox/device-outbox.ts';

/** Works offline: the server learns later what was printed. */
export function recordPrints(shipments: readonly PrintedShipment[], document: PrintedDocument): void {
  const ids = shipments.map(({ id }) => id);
  const action = { procedure: 'shipment.recordPrints', input: { ids, document } } as const;
  // The paper is out, whether or not this is stored.
  if (ids.length > 0) outbox.record(readDeviceUser(), action).catch(() => undefined);
}
