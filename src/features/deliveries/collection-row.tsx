import { Link } from 'react-router-dom';
import { formatClock } from '../../domain/dates.ts';
import { counted } from '../../domain/figures.ts';
import { paths } from '../../domain/paths.ts';
import { COLLECT_FAILURE_LABELS, ofExpected, type RunCollectionStatus } from '../../domain/pickups/collection.ts';
import type { ManagedCollection } from '../../domain/runs/views.ts';
import { formatHours } from '../../domain/time-window.ts';
import { Badge } from '../../ui/badge.tsx';
import type { IconName } from '../../ui/icon.tsx';
import type { Tone } from '../../ui/tone.ts';
import { Verbatim } from '../../ui/verbatim.tsx';
import { VisitProofs } from './visit-proofs.tsx';

export const COLLECTION_STYLE: Record<RunCollectionStatus, { label: string; tone: Tone; icon: IconName }> = {
  open: { label: 'To collect', tone: 'plain', icon: 'inbox' },
  collected: { label: 'Collected', tone: 'good', icon: 'package-check' },
  failed: { label: 'Not collected', tone: 'bad', icon: 'octagon-x' },
  moved: { label: 'Moved', tone: 'plain', icon: 'route' },
  cancelled: { label: 'Cancelled', tone: 'plain', icon: 'ban' },
};

const isFailure = (reason: string | null): reason is keyof typeof COLLECT_FAILURE_LABELS =>
  reason !== null && Object.hasOwn(COLLECT_FAILURE_LABELS, reason);

/** What the desk reads of a collection at a stop. */
export function CollectionRow({ collection, isOpen }: { collection: ManagedCollection; isOpen: boolean }) {
  const { kind, status, window, expected, collected, unlabelled, unlabelledIn = 0, left, ...came } = collection;
  const { reason, occurredAt, givenBy } = came;
  const taken = collected + unlabelled;
  return (
    <li className="row justify-between gap-x-4 gap-y-1 py-2 border-t border-rule">
      <span className="min-w-0">
        <b className="font-650">{kind === 'return' ? 'Return to collect' : 'Pickup'}</b>{' '}
        {window && <span className="typed">{formatHours(window)}</span>}
        <span className="second-line">
          {status === 'collected' ? `${ofExpected(taken, expected)} collected` : counted(expected, 'parcel')}
          {unlabelled > 0 && `, ${unlabelled} without a label${unlabelledIn > 0 ? ` (${unlabelledIn} handed in)` : ''}`}
          {left > 0 && `, ${left} left`}
          {occurredAt && `, ${formatClock(occurredAt)}`}
          {givenBy && (
            <>
              , given by <Verbatim>{givenBy}</Verbatim>
            </>
          )}
          {isFailure(reason) && `, ${COLLECT_FAILURE_LABELS[reason].toLowerCase()}`}
        </span>
        {collection.pictures?.map((report) => (
          <VisitProofs key={report.id} visit={report} signer="who gave the parcels" />
        ))}
      </span>
      <span className="row gap-3">
        <Badge {...COLLECTION_STYLE[status]} />
        {isOpen && (status === 'open' || status === 'failed') && (
          <Link to={paths.managePickups()} className="go-touch -my-3">
            Move
          </Link>
        )}
      </span>
    </li>
  );
}
