import { Link } from 'react-router-dom';
import { formatActivityDate } from '../../domain/dates.ts';
import { paths } from '../../domain/paths.ts';
import { doneAt, isDraft, type OutboxRow, shipmentOf } from '../../outbox/outbox-row.ts';
import { useOutbox } from '../../outbox/outbox-view.ts';
import { EventEntry, Events } from '../../ui/list/events.tsx';
import { describeAction, OutboxBadge } from '../shipments/outbox-labels.tsx';

/** Changes to a shipment that this device hasn't sent yet. */
export function PendingActivity({ shipmentId }: { shipmentId: string }) {
  return <Pending rows={useOutbox().own.filter((row) => shipmentOf(row) === shipmentId)} />;
}

/** Shipments created on this device and not sent yet. */
export function PendingShipments() {
  return <Pending rows={useOutbox().own.filter(isDraft)} />;
}

/** Newest first, hollow. */
function Pending({ rows }: { rows: readonly OutboxRow[] }) {
  if (rows.length === 0) return null;
  return (
    <section aria-label="Not sent yet" className="mb-4">
      <Events>
        {rows.toReversed().map((row) => {
          const { title, address } = describeAction(row);
          return (
            <EventEntry
              key={row.opId}
              hollow
              title={title}
              address={address}
              time={formatActivityDate(doneAt(row))}
              dateTime={doneAt(row)}
              note={
                <p className="row gap-3">
                  <OutboxBadge row={row} />
                  <Link to={paths.outbox} className="go-touch text-small">
                    {row.state === 'review' ? 'Review' : 'Outbox'}
                  </Link>
                </p>
              }
            />
          );
        })}
      </Events>
    </section>
  );
}
