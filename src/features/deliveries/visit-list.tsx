import { formatActivityDate, formatOccurrence } from '../../domain/dates.ts';
import type { DeliveryVisit } from '../../domain/delivery.ts';
import { CODE_LABELS, METHOD_LABELS, REASON_LABELS } from '../../domain/reasons.ts';
import { EventEntry, Events } from '../../ui/list/events.tsx';
import { VisitProofs } from './visit-proofs.tsx';

interface VisitListProps {
  visits: readonly DeliveryVisit[];
  trackingId?: string | undefined;
}

export function VisitList({ visits, trackingId }: VisitListProps) {
  return (
    <Events>
      {visits.toReversed().map((visit) => (
        <EventEntry
          key={visit.id}
          title={formatResult(visit)}
          time={formatOccurrence(visit)}
          dateTime={visit.occurredAt}
          hollow={visit.corrected}
          note={
            <>
              <p className="text-small">
                Report received <time dateTime={visit.createdAt}>{formatActivityDate(visit.createdAt)}</time>
              </p>
              {visit.codeResult && <p className="text-small">{CODE_LABELS[visit.codeResult]}</p>}
              {visit.note && <p className="text-small break-anywhere">“{visit.note}”</p>}
              {visit.corrected && <p className="text-small">The courier has corrected this.</p>}
              <VisitProofs visit={visit} trackingId={trackingId} />
            </>
          }
        />
      ))}
    </Events>
  );
}

function formatResult({ result, method, reason, recipient }: DeliveryVisit): string {
  // A newer server may send other methods and reasons.
  const [why, where] = [reason && REASON_LABELS[reason], method && METHOD_LABELS[method]];
  if (result === 'failed') return why ? `Not delivered: ${why}` : 'Not delivered';
  const how = where ? `Delivered ${where}` : 'Delivered';
  return recipient ? `${how}: ${recipient}` : how;
}
