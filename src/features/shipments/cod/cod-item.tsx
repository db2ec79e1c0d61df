import { formatPrice } from '../../../config/currency.ts';
import { formatActivityDate } from '../../../domain/dates.ts';
import { PAID_LABELS } from '../../../domain/runs/reasons.ts';
import type { ShipmentDetails } from '../../../domain/shipment.ts';
import { OPEN_STATUSES } from '../../../domain/shipment-status.ts';
import { DescriptionItem } from '../../../ui/layout/description-list.tsx';

type Paid = Pick<ShipmentDetails, 'cod' | 'paid' | 'status'>;

/** What the receiver pays at the door, and how they did. */
export function CodItem({ shipment: { cod, paid, status } }: { shipment: Paid }) {
  if (cod === undefined && !paid) return null;
  return (
    <DescriptionItem caption="Cash on delivery" wide>
      {formatPrice(paid?.amount ?? cod ?? 0)}{' '}
      {paid ? (
        <span className="block font-400">
          {PAID_LABELS[paid.method]} {formatActivityDate(paid.at)}
          {paid.counted && ', counted'}
        </span>
      ) : (
        OPEN_STATUSES.includes(status) && 'to be paid at the door, in cash or by card'
      )}
    </DescriptionItem>
  );
}
