import { useState } from 'react';
import { discard } from '../../outbox/outbox-actions.ts';
import { useOutbox } from '../../outbox/outbox-view.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { Notice } from '../../ui/notice.tsx';

/** The number of rows that other people left unsent on this device, and nothing about them. */
export function OthersUnsent() {
  const { others } = useOutbox();
  const [isAsking, setAsking] = useState(false);
  if (others.length === 0) return null;
  const words = `${others.length} unsent ${others.length === 1 ? 'action' : 'actions'} from another user`;
  return (
    <>
      <Notice
        tone="warn"
        title={words}
        action={
          <Button small variant="destructive" icon="trash-2" onClick={() => setAsking(true)}>
            Discard
          </Button>
        }
      >
        {others.length === 1 ? 'It' : 'They'} will be sent when that user logs in on this device again.
      </Notice>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => discard(others).then(() => setAsking(false))}
        title="Discard"
        confirmLabel="Discard"
        destructive
      >
        {words} will be lost. This can’t be undone.
      </ConfirmDialog>
    </>
  );
}
