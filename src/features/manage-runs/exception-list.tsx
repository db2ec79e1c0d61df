import { formatActivityDate } from '../../domain/dates.ts';
import { EXCEPTION_LABELS } from '../../domain/runs/exceptions.ts';
import type { RunException } from '../../domain/runs/views.ts';
import { Notice } from '../../ui/notice.tsx';

/** What a manager should look at. Renders nothing if all went well. */
export function ExceptionList({ exceptions }: { exceptions: readonly RunException[] }) {
  if (exceptions.length === 0) return null;
  return (
    <section aria-labelledby="exceptions" className="stack gap-4">
      <h2 id="exceptions" className="block-head">
        Exceptions
      </h2>
      {exceptions.map(({ id, kind, trackingId, createdAt }) => (
        <Notice key={id} tone="warn" title={EXCEPTION_LABELS[kind]}>
          {trackingId && (
            <>
              <span className="typed">{trackingId}</span>
              {', '}
            </>
          )}
          <time dateTime={createdAt}>{formatActivityDate(createdAt)}</time>
        </Notice>
      ))}
    </section>
  );
}
