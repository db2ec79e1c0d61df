import type { Parcel } from '../../../domain/runs/parcels.ts';

/** If the stop has another name: people may share a phone. */
export function ReceiverLine({ parcel: { receiver } }: { parcel: Parcel }) {
  return (
    receiver && (
      <b className="block text-lead break-anywhere">
        For <span translate="no">{receiver}</span>
      </b>
    )
  );
}
