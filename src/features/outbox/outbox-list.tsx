import { useState } from 'react';
import { formatClockOffset } from '../../api/format-clock-offset.ts';
import { useOnline } from '../../browser/online-status.ts';
import { counted } from '../../domain/figures.ts';
import { outbox } from '../../outbox/device-outbox.ts';
import { isReadable, type OutboxRow } from '../../outbox/outbox-row.ts';
import { allSentText, firstOfActs, useOutbox } from '../../outbox/outbox-view.ts';
import type { UnreadableRow } from '../../outbox/unreadable-row.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { SkeletonRows } from '../../ui/list/skeleton.tsx';
import { Notice } from '../../ui/notice.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import { OutboxEntry } from './outbox-entry.tsx';
import { UnreadableEntry } from './unreadable-entry.tsx';

const PAGE = 100;

/** In sending order. Rows that need a person are always shown. */
export function OutboxList() {
  const view = useOutbox();
  const { isRead, hasFailed, unreadable } = view;
  // A visit's pictures belong to its row.
  const own = firstOfActs(view.own);
  const [leaving, setLeaving] = useState<OutboxRow | UnreadableRow | null>(null);
  const [isSending, setSending] = useState(false);
  const [limit, setLimit] = useState(PAGE);
  const isOnline = useOnline();
  const clock = formatClockOffset();
  const waiting = own.filter(({ state }) => state === 'waiting');
  const hidden = new Set(waiting.slice(limit));
  if (!isRead) return <SkeletonRows />;
  const failure = hasFailed && (
    <Notice tone="warn" icon="info" title="The outbox couldn’t be read" live>
      Something may still be waiting to be sent. We’ll try again in a few seconds. If this doesn’t go away, free some
      space on this device or close the app’s other tabs.
    </Notice>
  );
  if (own.length + unreadable.length === 0) return failure || <Empty icon="check">{allSentText(view)}.</Empty>;

  async function send() {
    setSending(true);
    await outbox.sendNow();
    setSending(false);
  }

  return (
    <>
      {failure}
      {!isOnline && <Notice icon="wifi-off">Waiting items are sent once you’re back online.</Notice>}
      {clock && (
        <Notice tone="warn" icon="clock" title={clock}>
          Your changes are sent with the server’s time.
        </Notice>
      )}
      {waiting.length > 0 && isOnline && (
        <div className="row">
          <Button variant="primary" icon="send" pending={isSending} pendingLabel="Sending" onClick={send}>
            Send now
          </Button>
        </div>
      )}
      <ul className="border-t-2 border-rule-strong">
        {own.map((row) => !hidden.has(row) && <OutboxEntry key={row.opId} row={row} onDiscard={setLeaving} />)}
        {unreadable.map((row) => (
          <UnreadableEntry key={row.sequence} row={row} onDiscard={() => setLeaving(row)} />
        ))}
      </ul>
      {hidden.size > 0 && (
        <div className="row gap-3 items-baseline">
          <Button small icon="chevron-down" onClick={() => setLimit(limit + PAGE)}>
            Show more
          </Button>
          <span className="soft">{counted(hidden.size, 'more item')}, waiting to be sent</span>
        </div>
      )}
      <DiscardDialog rows={leaving && [leaving]} onClose={() => setLeaving(null)}>
        {leaving && warningOf(leaving)}
      </DiscardDialog>
    </>
  );
}

function warningOf(row: OutboxRow | UnreadableRow): string {
  if (isReadable(row) && row.inFlight) {
    return 'It was sent, but the server didn’t respond, so it may have gone through. It won’t be sent again.';
  }
  const hasPictures =
    isReadable(row) && 'proofs' in row.input && Array.isArray(row.input.proofs) && row.input.proofs.length > 0;
  return `It won’t be sent${hasPictures ? ', and neither will its pictures' : ''}. This can’t be undone.`;
}
