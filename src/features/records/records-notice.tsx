import { useQuery } from '@tanstack/react-query';
import { differenceSentence } from '../../domain/records.ts';
import { formatMoment } from '../../offline/confirmed-at.tsx';
import { Notice } from '../../ui/notice.tsx';
import { recordsCheckQuery } from './queries.ts';

export function RecordsNotice() {
  const { data: check } = useQuery(recordsCheckQuery);
  if (!check || check.differences.length === 0) return null;
  return (
    <Notice tone="bad" title="Some records don’t match">
      <ul className="list-disc pl-5 mb-2">
        {check.differences.map(({ kind, count }) => (
          <li key={kind}>{differenceSentence({ kind, count })}</li>
        ))}
      </ul>
      <p>
        Last checked {formatMoment(check.checkedAt)}. Please don’t fix anything by hand. Ask the person who runs this
        server to run <code>npm run verify</code>: it shows what differs and what to do.
      </p>
    </Notice>
  );
}

/** Renders nothing if records don't match. */
export function LastCheck() {
  const { data: check } = useQuery(recordsCheckQuery);
  if (!check || check.differences.length > 0) return null;
  return <p className="text-ink-soft">Records last checked {formatMoment(check.checkedAt)}. Everything matches.</p>;
}
