import { memo } from 'react';
import * as v from 'valibot';
import { serverErrorOf } from '../../api/calls/call-error.ts';
import { askForProof } from '../../api/calls/proof.ts';
import { formatClockOffset } from '../../api/format-clock-offset.ts';
import { useOnline } from '../../browser/online-status.ts';
import { formatActivityDate } from '../../domain/dates.ts';
import { paths } from '../../domain/paths.ts';
import { CreateShipmentSchema } from '../../domain/shipment.ts';
import { outbox } from '../../outbox/device-outbox.ts';
import { canDiscard, type DraftRow, doneAt, isDraft, isStatus, type OutboxRow } from '../../outbox/outbox-row.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { notifySubmitted } from '../manage-shipments/mutations.ts';
import { describeAction, OutboxBadge } from '../shipments/outbox-labels.tsx';
import { ConflictReview } from './conflict-review.tsx';
import { orSayNotChanged } from './not-changed.ts';

interface OutboxEntryProps {
  row: OutboxRow;
  onDiscard: (row: OutboxRow) => void;
}

export const OutboxEntry = memo(function OutboxEntry({ row, onDiscard }: OutboxEntryProps) {
  const { title, address, subject } = describeAction(row);
  const isConflict = isStatus(row) && row.state === 'review' && row.problem?.code === 'CONFLICT';
  const clock = formatClockOffset(row.clockOffset);
  const discard = (
    <Button small variant="destructive" icon="trash-2" onClick={() => onDiscard(row)}>
      Discard
    </Button>
  );
  return (
    <li className="grid gap-3 py-4 border-b border-rule">
      <div className="row justify-between gap-y-1">
        <OutboxBadge row={row} />
        <time dateTime={doneAt(row)} className="event-time">
          {formatActivityDate(doneAt(row))}
        </time>
      </div>
      <div className="row justify-between items-end gap-3">
        <div className="min-w-0 break-anywhere">
          <p className="font-650">{title}</p>
          {address && <address className="text-small text-ink-soft">{address}</address>}
          <p className="second-line line-clamp-2">{subject}</p>
          {clock && <p className="text-small">{clock}. This is the server’s time.</p>}
        </div>
        {!isConflict && (
          <div className="row gap-3 ml-auto">
            {isDraft(row) && row.state !== 'waiting' ? <DraftButtons row={row} /> : <RetryButton row={row} />}
            {canDiscard(row) && discard}
          </div>
        )}
      </div>
      {isConflict ? (
        <ConflictReview row={row} discard={discard} />
      ) : (
        row.problem && (
          <Notice tone="bad" title={titleOf(row)}>
            {[row.problem.message, ...Object.values(row.problem.fieldErrors).flat()].join(' ')}
          </Notice>
        )
      )}
    </li>
  );
});

function titleOf({ state, problem }: OutboxRow): string {
  if (state !== 'waiting') return 'Rejected by the server';
  return problem?.needs ? 'Not sent yet' : 'Not sent yet. Retrying.';
}

function RetryButton({ row }: { row: OutboxRow }) {
  if (!useOnline()) return null;
  if (row.problem?.needs === 'proof') {
    return (
      <Button small icon="fingerprint" onClick={askForProof}>
        Confirm
      </Button>
    );
  }
  if (row.procedure === 'shipmentAdmin.correctParty' && row.problem?.code === 'CONFLICT') {
    const mine = { ...row, input: { ...row.input, base: undefined } };
    return (
      <Button small icon="check" onClick={() => orSayNotChanged(outbox.retry(mine))}>
        Keep mine
      </Button>
    );
  }
  return (
    <Button small icon="refresh-cw" onClick={() => orSayNotChanged(outbox.retry(row))}>
      Try again
    </Button>
  );
}

function DraftButtons({ row }: { row: DraftRow }) {
  const isOnline = useOnline();
  const send = () =>
    outbox
      .sendDraft(row, row.input)
      .then(notifySubmitted, (error) => toast.error('Not created', serverErrorOf(error).message));
  return (
    <>
      <ButtonLink small icon="pencil" to={paths.shipmentDraft(row.opId)}>
        Open draft
      </ButtonLink>
      {isOnline && v.is(CreateShipmentSchema, row.input) && (
        <Button small icon="send" onClick={send}>
          Send
        </Button>
      )}
    </>
  );
}
