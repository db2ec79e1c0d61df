import { useState } from 'react';
import { formatClockOffset } from '../../offline/format-clock-offset.ts';
import { useOnline } from '../../offline/online-status.ts';
import { outbox } from '../../outbox/device-outbox.ts';
import { isReadable, type OutboxRow } from '../../outbox/outbox-row.ts';
import { useOutbox } from '../../outbox/outbox-view.ts';
import type { UnreadableRow } from '../../outbox/unreadable-row.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { SkeletonRows } from '../../ui/list/skeleton.tsx';
import { Notice } from '../../ui/notice.tsx';
import { OutboxEntry } from './outbox-entry.tsx';
import { UnreadableEntry } from './unreadable-entry.tsx';

/** The person's unsent rows in the order they will be sent. */
export function OutboxList() {
  const { isRead, hasFailed, own, unreadable } = useOutbox();
  const [leaving, setLeaving] = useState<OutboxRow | UnreadableRow | null>(null);
  const [isSending, setSending] = useState(false);
  const isOnline = useOnline();
  const clock = formatClockOffset();
  const waiting = own.filter(({ state }) => state === 'waiting');
  if (!isRead) return <SkeletonRows />;
  const failure = hasFailed && (
    <Notice tone="warn" icon="info" title="The outbox couldn’t be read" live>
      Nothing is lost. We’ll try again in a few seconds. If this doesn’t go away, close the app’s other tabs.
    </Notice>
  );
  if (own.length + unreadable.length === 0) return failure || <Empty icon="check">Everything has been sent.</Empty>;

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
        {own.map((row) => (
          <OutboxEntry key={row.opId} row={row} onDiscard={() => setLeaving(row)} />
        ))}
        {unreadable.map((row) => (
          <UnreadableEntry key={row.sequence} row={row} onDiscard={() => setLeaving(row)} />
        ))}
      </ul>
      <ConfirmDialog
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        onConfirm={() => leaving && outbox.discard([leaving]).then(() => setLeaving(null))}
        title="Discard"
        confirmLabel="Discard"
        destructive
      >
        {leaving && isReadable(leaving) && leaving.inFlight
          ? 'It was sent, but the server didn’t respond, so it may have gone through. It won’t be sent again.'
          : 'It won’t be sent. This can’t be undone.'}
      </ConfirmDialog>
    </>
  );
}
