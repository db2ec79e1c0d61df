import { useState } from 'react';
import { outbox } from '../../outbox/device-outbox.ts';
import { outlivesSignOut } from '../../outbox/outbox-row.ts';
import { useOutbox } from '../../outbox/outbox-view.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';

/** The number of rows that other people left unsent on this device, and nothing about them. */
export function OthersUnsent() {
  const { others } = useOutbox();
  const [isAsking, setAsking] = useState(false);
  if (others.length === 0) return null;
  const discardable = others.filter((row) => !outlivesSignOut(row));
  return (
    <>
      <Notice
        tone="warn"
        title={countActions(others.length)}
        action={
          discardable.length > 0 && (
            <Button small variant="destructive" icon="trash-2" onClick={() => setAsking(true)}>
              Discard
            </Button>
          )
        }
      >
        {others.length === 1 ? 'It' : 'They'} will be sent when that user logs in on this device again.
      </Notice>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => outbox.discard(discardable).then(() => setAsking(false))}
        title="Discard"
        confirmLabel="Discard"
        destructive
      >
        {countActions(discardable.length)} will be lost. This can’t be undone.
      </ConfirmDialog>
    </>
  );
}

const countActions = (count: number) => `${count} unsent ${count === 1 ? 'action' : 'actions'} from another user`;
