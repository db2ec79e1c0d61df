import { useNow } from '../../../api/use-now.ts';
import { formatPrice } from '../../../config/currency.ts';
import { site } from '../../../config/site.ts';
import { formatActivityDate } from '../../../domain/dates.ts';
import { HOW_TO_PAY, promiseOf } from '../../../domain/promise.ts';
import { PAID_LABELS } from '../../../domain/reasons.ts';
import type { ShipmentDetails } from '../../../domain/shipment.ts';
import { DescriptionItem } from '../../../ui/layout/description-list.tsx';

type Paid = Pick<ShipmentDetails, 'cod' | 'paid' | 'status' | 'today' | 'choices'>;

/** What the receiver pays at the door, and how they did. */
export function CodItem({ shipment }: { shipment: Paid }) {
  const promise = promiseOf(shipment, useNow(), site.timeZone);
  const { cod, paid } = shipment;
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
        promise.toPay > 0 && `to be paid ${HOW_TO_PAY}`
      )}
    </DescriptionItem>
  );
}
