import * as v from 'valibot';
import { codOf } from '../../src/domain/cod.ts';
import { fromCents } from '../../src/domain/money.ts';
import {
  DETAIL_ENTRIES,
  type Payer,
  type ServiceType,
  ShipmentDetailsSchema,
  type ShipmentOverview,
} from '../../src/domain/shipment.ts';
import type { ShipmentOverviewRow } from '../shipments/store/shipment-overviews.ts';
import type { ShipmentRow } from '../shipments/store/shipments.ts';

/** What only the parties see, and names without a mask. */
const DetailColumnsSchema = v.object({
  ...DETAIL_ENTRIES,
  ...v.pick(ShipmentDetailsSchema, ['senderName', 'receiverName']).entries,
});

/** Returns exactly what everyone may see. */
export function toOverview(shipment: ShipmentOverviewRow): ShipmentOverview {
  return {
    access: 'overview',
    viewer: 'visitor',
    id: shipment.id,
    trackingId: shipment.trackingId,
    description: shipment.description,
    status: shipment.status,
    createdAt: shipment.createdAt.toISOString(),
    service: shipment.service as ServiceType,
    images: shipment.images,
    senderName: maskName(shipment.senderName),
    senderCountry: shipment.senderCountry,
    receiverName: maskName(shipment.receiverName),
    receiverCountry: shipment.receiverCountry,
    dimensions: shipment.dimensions,
    weight: shipment.weight,
    value: fromCents(shipment.valueCents),
    fee: fromCents(shipment.feeCents),
    payer: shipment.payer as Payer,
    shipDate: shipment.shipDate.toISOString(),
  };
}

export function toDetails(shipment: ShipmentRow) {
  return {
    ...toOverview(shipment),
    access: 'detailed' as const,
    ...v.parse(DetailColumnsSchema, shipment),
    ...codOf(shipment),
    receiverLinked: shipment.receiverId !== null,
    deliveryDate: shipment.deliveryDate?.toISOString() ?? null,
  };
}

/** Masks a name as `A•••• L••••`, hiding even its length. */
export function maskName(name: string): string {
  return name
    .split(/\s+/u)
    .filter(Boolean)
    .map((word) => `${Array.from(word)[0]}••••`)
    .join(' ');
}
