import { site } from '../../config/site.ts';
import { type AuditChange, type AuditEntry, auditChanges, auditSentence } from '../../domain/audit.ts';
import { formatActivityDate } from '../../domain/dates.ts';
import { MISSING } from '../../domain/figures.ts';
import { DateText } from '../../ui/date-text.tsx';
import { Empty } from '../../ui/list/empty.tsx';

/** Longer lists start folded. */
const MAX_UNFOLDED_FIELDS = 6;

export function HistoryView({ entries, dimmed = false }: { entries: readonly AuditEntry[]; dimmed?: boolean }) {
  if (entries.length === 0) return <Empty icon="clock">No changes found.</Empty>;
  return (
    <ul className={`events ${dimmed ? 'dimmed' : ''}`} aria-busy={dimmed || undefined}>
      {entries.map((entry) => {
        const changes = auditChanges(entry, site);
        return (
          <li key={entry.id} className="event border-t border-rule pt-3 first:border-t-0 first:pt-0">
            <p className="event-title">{auditSentence(entry)}</p>
            <time dateTime={entry.createdAt} className="event-time">
              <DateText>{formatActivityDate(entry.createdAt)}</DateText>
            </time>
            {changes.length > MAX_UNFOLDED_FIELDS ? (
              <details className="col-span-full">
                <summary className="go-touch cursor-pointer text-small">
                  <span>
                    <span className="[[open]_&]:hidden">Show </span>
                    {changes.length} fields
                  </span>
                </summary>
                <Changes entry={entry} changes={changes} />
              </details>
            ) : (
              changes.length > 0 && <Changes entry={entry} changes={changes} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Changes({ entry, changes }: { entry: AuditEntry; changes: readonly AuditChange[] }) {
  return (
    <dl className="col-span-full mt-2 grid gap-x-4 gap-y-1 text-small sm:grid-cols-[10rem_minmax(0,1fr)]">
      {changes.map(({ label, before, after, isNote }) => (
        <div key={label} className="grid sm:contents">
          <dt className="text-ink-soft">{label}</dt>
          <dd className="font-600 max-sm:mb-1">
            {entry.before !== null && entry.after !== null && !isNote ? (
              <>
                {before ?? MISSING} <span aria-hidden="true">→</span> <span className="sr-only">changed to</span>{' '}
                {after ?? MISSING}
              </>
            ) : (
              (after ?? before)
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
