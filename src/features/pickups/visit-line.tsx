import { formatClock } from '../../domain/dates.ts';
import { counted } from '../../domain/figures.ts';
import { LEFT_PARCEL_LABELS, ofExpected, sayLeft } from '../../domain/pickups/collection.ts';
import type { PickupVisit } from '../../domain/pickups/pickup.ts';
import { Verbatim } from '../../ui/verbatim.tsx';
import { VisitProofs } from '../deliveries/visit-proofs.tsx';

const MAX_NAMED = 5;

const labelOf = (reason: string): string =>
  Object.hasOwn(LEFT_PARCEL_LABELS, reason)
    ? LEFT_PARCEL_LABELS[reason as keyof typeof LEFT_PARCEL_LABELS].toLowerCase()
    : reason;

/** When the courier comes, or what they took: `8 of 8, 16:31, given by Ann`. */
export function VisitLine({ visit }: { visit: Omit<PickupVisit, 'run'> }) {
  const { state, stopsBefore, from, to, expected, collected, unlabelled, left, at, givenBy } = visit;
  if (state === 'planned') return null;
  if (state === 'on-the-way') {
    return (
      <span className="second-line">
        {from && to ? `Our courier comes between ${formatClock(from)} and ${formatClock(to)}` : 'Our courier is out'}
        {stopsBefore !== undefined &&
          (stopsBefore === 0 ? ', you are the next stop' : `, ${counted(stopsBefore, 'stop')} before yours`)}
      </span>
    );
  }
  const pictures = visit.pictures?.map((report) => (
    <VisitProofs key={report.id} visit={report} signer="who gave the parcels" />
  ));
  if (state === 'failed') return pictures;
  const more = left.length - MAX_NAMED;
  return (
    <>
      <span className="second-line">
        <b className="font-650">{ofExpected(collected, expected)}</b>
        {at && `, ${formatClock(at)}`}
        {givenBy && (
          <>
            , given by <Verbatim>{givenBy}</Verbatim>
          </>
        )}
        {unlabelled > 0 && `, ${unlabelled} without a label`}
      </span>
      {left.length > 0 && (
        <span className="second-line">
          Left:{' '}
          <span className="typed">
            {left
              .slice(0, MAX_NAMED)
              .map(({ trackingId, reason, numbers }) => `${sayLeft(trackingId, numbers)} (${labelOf(reason)})`)
              .join(', ')}
          </span>
          {more > 0 && ` and ${more} more`}
        </span>
      )}
      {pictures}
    </>
  );
}
