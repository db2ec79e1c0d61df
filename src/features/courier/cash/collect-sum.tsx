import { formatPrice } from '../../../config/currency.ts';
import type { Parcel } from '../../../domain/runs/parcels.ts';
import { cashDueOf, dueOf, paidAheadOf } from '../run/payments.ts';

/** What the people at the door pay for these parcels; bills are paid online. */
export function CollectSum({ parcels }: { parcels: readonly Parcel[] }) {
  const [due, inCash] = [dueOf(parcels), cashDueOf(parcels)];
  const paidAhead = paidAheadOf(parcels);
  return (
    <>
      {due > 0 && (
        <p className="text-h1 font-800 leading-tight tabular-nums">
          Collect {formatPrice(due)}
          {inCash !== due && <span className="second-line">{formatPrice(inCash)} in cash</span>}
        </p>
      )}
      {paidAhead > 0 && (
        <p className="font-650">
          {formatPrice(paidAhead)} was paid ahead. Don’t collect {due > 0 ? 'that' : 'anything'}, whatever the label
          says.
        </p>
      )}
    </>
  );
}

/** The sum of one parcel, in a list of them. */
export const CodLine = ({ parcel: { cod = 0, paidAhead = 0 } }: { parcel: Parcel }) =>
  (cod > 0 || paidAhead > 0) && (
    <span className="block font-700">{cod > 0 ? `Collect ${formatPrice(cod)}` : 'Paid ahead'}</span>
  );
