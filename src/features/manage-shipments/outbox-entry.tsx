import { Link } from 'react-router-dom';
import * as v from 'valibot';
import { formatActivityDate } from '../../domain/dates.ts';
import { paths } from '../../domain/paths.ts';
import { CreateShipmentSchema } from '../../domain/shipment.ts';
import { clockWords } from '../../offline/clock-words.ts';
import { retry, sendDraft } from '../../offline/outbox-actions.ts';
import { isDraft, isStatus, type OutboxRow } from '../../offline/outbox-row.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.ts';
import { ConflictReview } from './conflict-review.tsx';
import { saySubmitted } from './mutations.ts';
import { actionWords, RowState } from './outbox-words.tsx';

interface OutboxEntryProps {
  row: OutboxRow;
  onDiscard: () => void;
}

/** One action of the outbox: what it is, how it stands, and what can be done with it. */
export function OutboxEntry({ row, onDiscard }: OutboxEntryProps) {
  const { title, address } = actionWords(row);
  const isConflict = isStatus(row) && row.state === 'review' && row.problem?.code === 'CONFLICT';
  const clock = clockWords(row.clockOffset);
  const buttons = (
    <>
      {isDraft(row) ? <DraftButtons row={row} /> : <RetryButton row={row} hidden={isConflict} />}
      <Button small variant="bad" icon="trash-2" onClick={onDiscard}>
        Discard
      </Button>
    </>
  );
  return (
    <li className="grid gap-3 py-4 border-b border-rule">
      <div className="row justify-between gap-y-1">
        <RowState row={row} />
        <time dateTime={row.occurredAt} className="event-time">
          {formatActivityDate(row.occurredAt)}
        </time>
      </div>
      <div className="min-w-0 break-anywhere">
        <p className="font-650">{title}</p>
        {address && <address className="text-small text-ink-soft">{address}</address>}
        <p className="second-line">
          {isDraft(row) ? (
            `New shipment${row.input.receiverName ? ` to ${String(row.input.receiverName)}` : ''}`
          ) : (
            <>
              Shipment <Link to={paths.manageShipment(row.input.id)}>#{row.trackingId}</Link>
            </>
          )}
        </p>
        {clock && <p className="text-small">{clock}; this is the server's time.</p>}
      </div>
      {isConflict ? (
        <ConflictReview row={row} discard={buttons} />
      ) : (
        <>
          {row.problem && (
            <Notice tone="bad" title="The server said no">
              {[row.problem.message, ...Object.values(row.problem.fieldErrors).flat()].join(' ')}
            </Notice>
          )}
          <div className="row gap-3">{buttons}</div>
        </>
      )}
    </li>
  );
}

function RetryButton({ row, hidden }: { row: OutboxRow; hidden: boolean }) {
  if (hidden) return null;
  return (
    <Button small icon="refresh-cw" onClick={() => retry(row)}>
      Try again
    </Button>
  );
}

/** A draft can be sent as it is once nothing is missing. One that may have been created already is only sent again. */
function DraftButtons({ row }: { row: Extract<OutboxRow, { procedure: 'shipmentAdmin.createShipment' }> }) {
  if (row.state === 'waiting') return <RetryButton row={row} hidden={false} />;
  const isComplete = v.is(CreateShipmentSchema, row.input);
  return (
    <>
      <ButtonLink small icon="pencil" to={paths.shipmentDraft(row.opId)}>
        Open draft
      </ButtonLink>
      {isComplete && (
        <Button
          small
          icon="send"
          onClick={() =>
            sendDraft(row, row.input).then(saySubmitted, (error: Error) => toast.bad('Not created', error.message))
          }
        >
          Send
        </Button>
      )}
    </>
  );
}
