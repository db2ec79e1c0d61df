import { Link } from 'react-router-dom';
import type { Stamped } from '../../api/stamped.ts';
import { formatActivityDate } from '../../domain/dates.ts';
import { paths } from '../../domain/paths.ts';
import { doneAt, isDraft, type OutboxRow, orderingKey } from '../../outbox/outbox-row.ts';
import { useOutbox, useSentSince } from '../../outbox/outbox-view.ts';
import { Badge } from '../../ui/badge.tsx';
import { EventEntry, Events } from '../../ui/list/events.tsx';
import { describeAction, OutboxBadge } from '../shipments/outbox-labels.tsx';

export function PendingActivity({ shipmentId }: { shipmentId: string }) {
  return <Pending label="Not sent yet" rows={useOutbox().own.filter((row) => orderingKey(row) === shipmentId)} />;
}

/** Shipments created here that are not sent, or may not be in the list yet. */
export function PendingShipments({ list }: { list: Stamped | undefined }) {
  const sent = useSentSince(list);
  return (
    <>
      <Pending label="Not sent yet" rows={useOutbox().own.filter(isDraft)} />
      <Pending label="Sent" rows={sent.filter(isDraft)} isSent />
    </>
  );
}

function Pending({ label, rows, isSent = false }: { label: string; rows: readonly OutboxRow[]; isSent?: boolean }) {
  if (rows.length === 0) return null;
  return (
    <section aria-label={label} className="mb-4">
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
                isSent ? (
                  <p className="row">
                    <Badge tone="good" icon="check" label="Sent" />
                  </p>
                ) : (
                  <p className="row gap-3">
                    <OutboxBadge row={row} />
                    <Link to={paths.outbox} className="go-touch text-small">
                      {row.state === 'review' ? 'Review' : 'Outbox'}
                    </Link>
                  </p>
                )
              }
            />
          );
        })}
      </Events>
    </section>
  );
}
