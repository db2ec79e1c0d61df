import { canDiscard } from '../../outbox/outbox-row.ts';
import type { UnreadableRow } from '../../outbox/unreadable-row.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';

/** What a newer version saved waits until the app is updated. */
export function UnreadableEntry({ row, onDiscard }: { row: UnreadableRow; onDiscard: () => void }) {
  return (
    <li className="row justify-between py-4 border-b border-rule">
      {canDiscard(row) ? (
        <>
          <p>
            <b>Unreadable item</b>
            <span className="second-line">It was only partly saved. Everything else is sent without it.</span>
          </p>
          <Button small variant="destructive" icon="trash-2" onClick={onDiscard}>
            Discard
          </Button>
        </>
      ) : (
        <p className="grid gap-1 justify-items-start">
          <Badge tone="warn" icon="download" label="Update to send" />
          <span className="second-line">
            A newer version of the app saved this. It’s kept here until you update the app.
          </span>
        </p>
      )}
    </li>
  );
}
