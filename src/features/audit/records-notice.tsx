import { useQuery } from '@tanstack/react-query';
import { differenceSentence } from '../../domain/records.ts';
import { formatMoment } from '../../offline/confirmed-at.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useEndFailedJobs } from './mutations.ts';
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

/** Backups are made every night by themselves. */
export function BackupNotice() {
  const { data: check } = useQuery(recordsCheckQuery);
  if (!check?.backup) return null;
  const { lastGoodAt, failedAt } = check.backup;
  return (
    <Notice tone="bad" title={failedAt ? 'The last backup failed' : 'There is no recent backup'}>
      <p>
        {lastGoodAt ? `The last good one is from ${formatMoment(lastGoodAt)}.` : 'There is no good one yet.'}
        {failedAt && ` The one from ${formatMoment(failedAt)} failed.`} Ask the person who runs this server to look at
        it today: <code>npm run doctor</code> says what is wrong.
      </p>
    </Notice>
  );
}

/** Emails, imports, bulk changes and the like. */
export function JobsNotice() {
  const { data: check } = useQuery(recordsCheckQuery);
  if (!check?.jobsSeenAt) return null;
  return (
    <Notice tone="bad" title="Emails, imports and bulk changes are waiting">
      <p>
        The part of the server that does them has not worked since {formatMoment(check.jobsSeenAt)}. Nothing is lost.
        Ask the person who runs this server to look at it now: <code>npm run doctor</code> says what is wrong.
      </p>
    </Notice>
  );
}

/** Where the worklist's *Failed jobs* leads to. */
export function FailedJobsNotice() {
  const { data: check } = useQuery(recordsCheckQuery);
  const settle = useEndFailedJobs();
  if (!check?.failedJobs) return null;
  return (
    <div id="failed-jobs">
      <Notice tone="bad" title="Some jobs failed and won’t be tried again">
        <ul className="list-disc pl-5 mb-2">
          {check.failedJobs.map(({ name, count, requestId }) => (
            <li key={name} className="mb-2">
              {name}: {count}. Request <span className="typed break-all">{requestId}</span>
              <span className="row gap-3">
                <Button small onClick={() => settle.mutate({ name, how: 'retry' })} aria-label={`Try ${name} again`}>
                  Try again
                </Button>
                <Button
                  small
                  variant="quiet"
                  onClick={() => settle.mutate({ name, how: 'dismiss' })}
                  aria-label={`Dismiss ${name}`}
                >
                  Dismiss
                </Button>
              </span>
            </li>
          ))}
        </ul>
        {settle.failure && <p role="alert">{`${settle.failure.title}. ${settle.failure.message}`}</p>}
        <p>
          The person who runs this server finds the reason in its log, under these requests. The list is empty again
          after a week, or once the same job is done.
        </p>
      </Notice>
    </div>
  );
}

/** Renders nothing if records don't match. */
export function LastCheck() {
  const { data: check } = useQuery(recordsCheckQuery);
  if (!check || check.differences.length > 0) return null;
  return <p className="text-ink-soft">Records last checked {formatMoment(check.checkedAt)}. Everything matches.</p>;
}
