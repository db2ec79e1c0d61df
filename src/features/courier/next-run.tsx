import { counted } from '../../domain/figures.ts';
import type { CourierRun } from '../../domain/runs/views.ts';
import { Icon } from '../../ui/icon.tsx';
import { Verbatim } from '../../ui/verbatim.tsx';
import { formatAddress } from './run/format-address.ts';

/** The run after this one, of the same day. The phone has stored it with this one. */
export function NextRun({ next: { name, parcels } }: { next: NonNullable<CourierRun['next']> }) {
  return (
    <details className="mt-3">
      <summary className="btn-big">
        <span className="btn-face">
          <span>
            Your next run: <Verbatim>{name}</Verbatim>, {counted(parcels.length, 'parcel')}
          </span>
          <Icon name="chevron-down" className="[[open]_&]:[rotate:180deg]" />
        </span>
      </summary>
      <p className="py-2">It opens for loading once this run is closed.</p>
      <ol aria-label="Parcels of your next run" className="border-t-2 border-rule-strong">
        {parcels.map(({ trackingId, receiver, address }) => (
          <li key={trackingId} className="py-2 border-b border-rule break-anywhere">
            <b>
              <Verbatim>{receiver}</Verbatim>
            </b>
            <span translate="no" className="second-line">
              {formatAddress(address)}
            </span>
            <span translate="no" className="typed second-line">
              {trackingId}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}
