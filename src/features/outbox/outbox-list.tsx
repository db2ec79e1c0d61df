import { useState } from 'react';
import { formatClockOffset } from '../../offline/format-clock-offset.ts';
import { useOnline } from '../../offline/online-status.ts';
import { sendNow } from '../../outbox/outbox.ts';
import { discard } from '../../outbox/outbox-actions.ts';
import type { OutboxRow, UnreadableRow } from '../../outbox/outbox-row.ts';
import { useOutbox } from '../../outbox/outbox-view.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { SkeletonRows } from '../../ui/list/skeleton.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OutboxEntry } from './outbox-entry.tsx';

/** The person's unsent rows in the order they will be sent. */
export function OutboxList() {
  const { isRead, own, unreadable } = useOutbox();
  const [leaving, setLeaving] = useState<OutboxRow | UnreadableRow | null>(null);
  const [isSending, setSending] = useState(false);
  const isOnline = useOnline();
  const clock = formatClockOffset();
  const waiting = own.filter(({ state }) => state === 'waiting');
  if (!isRead) return <SkeletonRows />;
  if (own.length + unreadable.length === 0) return <Empty icon="check">Everything has been sent.</Empty>;

  async function send() {
    setSending(true);
    await sendNow();
    setSending(false);
  }

  return (
    <>
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
        {own.map((row) => (
          <OutboxEntry key={row.opId} row={row} onDiscard={() => setLeaving(row)} />
        ))}
        {unreadable.map((row) => (
          <li key={row.sequence} className="row justify-between py-4 border-b border-rule">
            <p>
              <b>Unreadable item</b>
              <span className="second-line">It was only partly saved. Everything else is sent without it.</span>
            </p>
            <Button small variant="destructive" icon="trash-2" onClick={() => setLeaving(row)}>
              Discard
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        onConfirm={() => leaving && discard([leaving]).then(() => setLeaving(null))}
        title="Discard"
        confirmLabel="Discard"
        destructive
      >
        {leaving && leaving.state !== 'unreadable' && leaving.isOpen
          ? 'It was sent, but the server didn’t respond, so it may have gone through. It won’t be sent again.'
          : 'It won’t be sent. This can’t be undone.'}
      </ConfirmDialog>
    </>
  );
}
