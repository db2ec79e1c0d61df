import { useState } from 'react';
import { counted } from '../../domain/figures.ts';
import { outlivesSignOut } from '../../outbox/outbox-row.ts';
import { countActs, useOutbox } from '../../outbox/outbox-view.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { DiscardDialog } from './discard-dialog.tsx';

export function OthersUnsent() {
  const { others } = useOutbox();
  const [isAsking, setAsking] = useState(false);
  if (others.length === 0) return null;
  const count = countActs(others);
  const discardable = others.filter((row) => !outlivesSignOut(row));
  return (
    <>
      <Notice
        tone="warn"
        title={countActions(count)}
        action={
          discardable.length > 0 && (
            <Button small variant="destructive" icon="trash-2" onClick={() => setAsking(true)}>
              Discard
            </Button>
          )
        }
      >
        {count === 1 ? 'It' : 'They'} will be sent when that user logs in on this device again.
      </Notice>
      <DiscardDialog rows={isAsking ? discardable : null} onClose={() => setAsking(false)}>
        {countActions(countActs(discardable))} will be lost. This can’t be undone.
      </DiscardDialog>
    </>
  );
}

const countActions = (count: number) => `${counted(count, 'unsent action')} from another user`;
