import { paths } from '../../domain/paths.ts';
import { type Draft, formatDraftProblems } from '../../domain/shops/draft.ts';
import { formatWithheld } from '../../domain/shops/order-state.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useTakeDrafts } from './mutations.ts';

/** What keeps a draft from becoming a shipment. */
export function DraftProblems({ draft }: { draft: Draft }) {
  const { id, origin, problems, notes, withheld } = draft;
  const take = useTakeDrafts();
  if (withheld) {
    return (
      <Notice
        title={`Not to be sent: ${formatWithheld(withheld)}`}
        action={
          <Button small pending={take.isPending} pendingLabel="Changing" onClick={() => take.mutate({ ids: [id] })}>
            Send it anyway
          </Button>
        }
      />
    );
  }
  if (problems.length === 0) return notes.map((note) => <Notice key={note}>{note}</Notice>);
  const known = problems.find(({ shipment }) => shipment)?.shipment;
  return (
    <Notice
      tone="warn"
      title={origin ? `To fix, in row ${origin.line} of ${origin.fileName}` : 'To fix'}
      action={
        known && (
          <ButtonLink small to={paths.trackedShipment(known.trackingId)}>
            Show that shipment
          </ButtonLink>
        )
      }
    >
      <ul className="grid gap-1">
        {[...formatDraftProblems(draft), ...notes].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Notice>
  );
}
