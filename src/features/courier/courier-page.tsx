import { type ReactNode, useState } from 'react';
import { useWakeLock } from '../../browser/use-wake-lock.ts';
import type { CourierRun } from '../../domain/runs/views.ts';
import { ConfirmedAt } from '../../offline/confirmed-at.tsx';
import { BigLink } from '../../ui/big-button.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';
import { Dock } from './run/dock.tsx';
import { isUnresolved, useRecordings } from './run/recording.ts';
import { useCourierRun } from './use-courier-run.ts';

interface CourierPageProps {
  title: string;
  heading?: (run: CourierRun) => string;
  /** No update reloads the page, and it stays if the run disappears. */
  isUnfinished?: boolean;
  /** An installed app may have no Back button. */
  back?: { to: string; label: string };
  children: (run: CourierRun) => ReactNode;
}

export function CourierPage({ title, heading = () => title, isUnfinished = false, back, children }: CourierPageProps) {
  const { query, shown } = useCourierRun();
  const [last, setLast] = useState(shown.data);
  if (shown.data && shown.data !== last) setLast(shown.data);
  const gone = isUnfinished && last ? { ...last, stops: [] } : null;
  const isSaving = useRecordings().some(isUnresolved);
  const isDriven = shown.data?.status === 'active';
  useWakeLock(isDriven);
  // A phone shows the stop instead.
  const isHeadless = isDriven && !back;
  return (
    <main id="main" className="courier" data-unfinished={isUnfinished || isSaving} data-driven={isDriven || undefined}>
      <PageHead title={title} description="Your run." noindex />
      <div className={`flex flex-wrap items-center justify-between gap-3 ${isHeadless ? 'max-sm:contents' : ''}`}>
        <h1 className={`text-h2! ${isHeadless ? 'max-sm:sr-only' : ''}`}>{shown.data ? heading(shown.data) : title}</h1>
        {back && (
          <div className="flex-none max-w-full">
            <BigLink to={back.to} icon="arrow-left">
              {back.label}
            </BigLink>
          </div>
        )}
      </div>
      <ConfirmedAt query={query} />
      <QueryView query={shown} errorTitle="Your run couldn’t be loaded">
        {(current) => {
          const run = current ?? gone;
          return run ? children(run) : <Empty icon="truck">You have no run today. Ask the desk.</Empty>;
        }}
      </QueryView>
      {!shown.data && <Dock />}
    </main>
  );
}
