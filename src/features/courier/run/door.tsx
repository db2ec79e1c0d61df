import { paths } from '../../../domain/paths.ts';
import type { Parcel } from '../../../domain/runs/parcels.ts';
import type { CourierStop } from '../../../domain/runs/views.ts';
import { formatHours } from '../../../domain/time-window.ts';
import { BigLink } from '../../../ui/big-button.tsx';
import { formatAddress } from './format-address.ts';
import { dueOf } from './payments.ts';
import { countParcels } from './run-view.ts';

export function Door({ stop }: { stop: CourierStop }) {
  return (
    <div>
      <h2 translate="no" className="text-h2 font-750 leading-tight break-anywhere">
        {stop.name || 'Name and address removed'}
      </h2>
      <address translate="no" className="text-h2 leading-tight break-anywhere">
        {formatAddress(stop.address)}
      </address>
      {stop.deliver && <p className="text-lead font-750">Deliver {formatHours(stop.deliver)}</p>}
    </div>
  );
}

/** The phone knows nothing of bills. */
export const CollectNoMoney = ({ parcels }: { parcels: readonly Parcel[] }) =>
  parcels.length > 0 && dueOf(parcels) === 0 && <p className="font-650">Collect no money. Bills are paid online.</p>;

export function ScanLink({ stop, parcels }: { stop: CourierStop; parcels: readonly Parcel[] }) {
  return (
    parcels.length > 0 && (
      <BigLink to={paths.courierStop(stop.id, { view: 'scan' })} icon="scan-line">
        {countParcels(parcels) === 1 ? 'Scan parcel' : `Scan ${countParcels(parcels)} parcels`}
      </BigLink>
    )
  );
}
