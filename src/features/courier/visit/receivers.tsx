import type { CourierStop, CourierTask } from '../../../domain/runs/views.ts';
import { formatAddress } from '../run/format-address.ts';
import { receiversOf } from '../run/run-view.ts';

/** Who the chosen parcels of a stop are for, and where. */
export function Receivers({ stop, tasks }: { stop: CourierStop; tasks: readonly CourierTask[] }) {
  return (
    <p translate="no" className="leading-snug break-anywhere">
      <b className="block text-lead leading-snug">
        {receiversOf(stop, tasks).join(', ') || 'Name and address removed'}
      </b>
      {formatAddress(stop.address)}
    </p>
  );
}
