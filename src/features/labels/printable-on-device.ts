import type { LabelMark, PrintedShipment } from '../../domain/label/printing.ts';
import type { ManagedShipment, TrackedShipment } from '../../domain/shipment.ts';
import { readStored } from '../../offline/stored-queries.ts';
import { MANAGED_SHIPMENT } from '../../outbox/sent/sent.ts';

const TRACKED_SHIPMENT = 'tracked-shipment';

/** Returns the papers of the shipments that are stored here with their addresses, in the order of the ids. */
export async function printableOnDevice(ids: readonly string[]): Promise<PrintedShipment[]> {
  const stored = new Map<string, PrintedShipment>();
  for (const { queryKey, state } of await readStored()) {
    const data = state.data as ManagedShipment | TrackedShipment | null | undefined;
    if (!data || !('shipTo' in data)) continue;
    if (queryKey[1] === MANAGED_SHIPMENT || queryKey[1] === TRACKED_SHIPMENT) stored.set(data.id, printed(data));
  }
  return ids.flatMap((id) => stored.get(id) ?? []);
}

type Stored = ManagedShipment | Extract<TrackedShipment, { access: 'detailed' }>;

function printed(shipment: Stored): PrintedShipment {
  const { id, trackingId, reference, service, weight, shipTo } = shipment;
  const { senderName, senderCountry, receiverName, receiverCountry } = shipment;
  return {
    ...{ id, trackingId, reference, service, weight, shipTo },
    ...{ senderName, senderCountry, receiverName, receiverCountry },
    parcels: shipment.parcels,
    marks: marksOf(shipment),
  };
}

function marksOf(shipment: Stored): LabelMark[] {
  const proof = 'brandProof' in shipment ? (shipment.proof ?? shipment.brandProof) : undefined;
  return [
    ...(proof?.signature === 'required' ? ['signature' as const] : []),
    ...(shipment.status === 'held' ? ['hold' as const] : []),
  ];
}
