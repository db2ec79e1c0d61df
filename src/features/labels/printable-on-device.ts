import { labelMarksOf, type Printable, type PrintedShipment } from '../../domain/labels/printing.ts';
import { pick } from '../../domain/pick.ts';
import { policyOf } from '../../domain/runs/proof-policy.ts';
import type { ManagedShipment, TrackedShipment } from '../../domain/shipment.ts';
import { textsOf } from '../../domain/shipment-texts.ts';
import { readStored } from '../../offline/stored-queries.ts';
import { MANAGED_SHIPMENT } from '../../outbox/sent/sent.ts';

const TRACKED_SHIPMENT = 'tracked-shipment';
export const LABELS_TO_PRINT = 'labels-to-print';

/** Returns the papers of the shipments that are stored here with their addresses, in the order of the ids. */
export async function printableOnDevice(ids: readonly string[]): Promise<PrintedShipment[]> {
  const stored = new Map<string, PrintedShipment>();
  const queries = await readStored();
  const dataOf = (name: string) => queries.flatMap(({ queryKey, state }) => (queryKey[1] === name ? state.data : []));
  for (const { shipments } of dataOf(LABELS_TO_PRINT) as Printable[]) {
    for (const shipment of shipments) stored.set(shipment.id, shipment);
  }
  for (const shipment of [...dataOf(MANAGED_SHIPMENT), ...dataOf(TRACKED_SHIPMENT)] as Stored[]) {
    // A shipment without access has only its masked names here.
    if (shipment?.shipTo !== undefined) stored.set(shipment.id, printed(shipment));
  }
  return ids.flatMap((id) => stored.get(id) ?? []);
}

type Stored = ManagedShipment | Extract<TrackedShipment, { access: 'detailed' }>;

function printed(shipment: Stored): PrintedShipment {
  const proof = 'brandProof' in shipment ? policyOf(shipment.proof, shipment.brandProof) : undefined;
  return {
    ...textsOf(shipment),
    ...pick(shipment, 'id', 'trackingId', 'service', 'weight', 'parcels', 'cod'),
    ...pick(shipment, 'senderName', 'senderCountry', 'receiverName', 'receiverCountry', 'shipTo'),
    marks: labelMarksOf(shipment.status, proof),
  };
}
