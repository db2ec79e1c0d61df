import { paths } from '../../domain/paths.ts';
import { type Draft, formatDraftProblem } from '../../domain/shop/draft.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';

/** What keeps a draft from becoming a shipment. */
export function DraftProblems({ draft }: { draft: Draft }) {
  const { problems } = draft;
  if (problems.length === 0) return null;
  const known = problems.find(({ shipment }) => shipment)?.shipment;
  return (
    <Notice
      tone="warn"
      title="To fix"
      action={
        known && (
          <ButtonLink small to={paths.trackedShipment(known.trackingId)}>
            Show that shipment
          </ButtonLink>
        )
      }
    >
      <ul className="grid gap-1">
        {problems.map((problem) => (
          <li key={`${problem.field} ${problem.message}`}>{formatDraftProblem(draft, problem)}</li>
        ))}
      </ul>
    </Notice>
  );
}
