import { useId, useState } from 'react';
import { formatPrice } from '../../config/currency.ts';
import { counted } from '../../domain/figures.ts';
import type { ReturnsOfShipment } from '../../domain/returns.ts';
import { MAX_PARCELS } from '../../domain/tracking-id.ts';
import { Select } from '../../ui/select.tsx';

type Offer = Pick<NonNullable<ReturnsOfShipment['offer']>, 'fee' | 'parcels'>;

/** How many parcels of a shipment go back, all of them at first, what that costs, and a field to change it. */
export function useHowMany({ fee, parcels: all }: Offer) {
  const id = useId();
  const [chosen, setChosen] = useState(MAX_PARCELS);
  const count = all && Math.min(chosen, all);
  const price = fee === null ? null : formatPrice(all && count ? (fee * count) / all : fee);
  const field = all !== undefined && (
    <p className="row gap-3 mt-3">
      <label htmlFor={id}>How many go back</label>
      <Select
        id={id}
        value={count}
        options={Array.from({ length: all }, (_, index) => all - index).map((some) => ({
          value: some,
          label: some === all ? `All ${all} parcels` : counted(some, 'parcel'),
        }))}
        onChange={({ target }) => setChosen(Number(target.value))}
      />
    </p>
  );
  return { price, field, parcels: all !== undefined && { parcels: count } };
}
