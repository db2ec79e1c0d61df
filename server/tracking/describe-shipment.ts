import * as v from 'valibot';
import { codOf } from '../../src/domain/cod.ts';
import { fromCents } from '../../src/domain/money.ts';
import { pick } from '../../src/domain/pick.ts';
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
    ...pick(shipment, 'id', 'trackingId', 'description', 'status', 'images'),
    ...pick(shipment, 'senderCountry', 'receiverCountry', 'dimensions', 'weight'),
    createdAt: shipment.createdAt.toISOString(),
    service: shipment.service as ServiceType,
    senderName: maskName(shipment.senderName),
    receiverName: maskName(shipment.receiverName),
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
