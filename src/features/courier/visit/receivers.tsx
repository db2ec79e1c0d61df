import type { Parcel } from '../../../domain/runs/parcels.ts';
import type { CourierStop } from '../../../domain/runs/views.ts';
import { formatAddress } from '../run/format-address.ts';
import { receiversOf } from '../run/run-view.ts';

export function Receivers({ stop, parcels }: { stop: CourierStop; parcels: readonly Parcel[] }) {
  return (
    <p translate="no" className="leading-snug break-anywhere">
      <b className="block text-lead leading-snug">
        {receiversOf(stop, parcels).join(', ') || 'Name and address removed'}
      </b>
      {formatAddress(stop.address)}
    </p>
  );
}
