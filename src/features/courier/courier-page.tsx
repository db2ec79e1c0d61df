import type { ReactNode } from 'react';
import { useWakeLock } from '../../browser/use-wake-lock.ts';
import type { CourierRun } from '../../domain/runs/views.ts';
import { ConfirmedAt } from '../../offline/confirmed-at.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { Empty } from '../../ui/list/empty.tsx';
import { QueryView } from '../../ui/list/query-view.tsx';
import { Dock } from './run/dock.tsx';
import { useRecordings } from './run/recording.ts';
import { useCourierRun } from './use-courier-run.ts';

interface CourierPageProps {
  title: string;
  /** The heading once the run is known; otherwise the title. */
  heading?: (run: CourierRun) => string;
  /** An update must not reload the page in the middle of this. */
  isUnfinished?: boolean;
  children: (run: CourierRun) => ReactNode;
}

/** The frame of every page of a courier: the run, what was just saved, and a screen that stays awake. */
export function CourierPage({ title, heading = () => title, isUnfinished = false, children }: CourierPageProps) {
  const { query, shown } = useCourierRun();
  const isSaving = useRecordings().some(({ status }) => status !== 'saved');
  useWakeLock(shown.data?.status === 'active');
  return (
    <main id="main" className="courier" data-unfinished={isUnfinished || isSaving}>
      <PageHead title={title} description="Your run." noindex />
      <h1 className="text-h2!">{shown.data ? heading(shown.data) : title}</h1>
      <ConfirmedAt query={query} />
      <QueryView query={shown} errorTitle="Your run couldn’t be loaded">
        {(run) => (run ? children(run) : <Empty icon="truck">You have no run today. Ask the desk.</Empty>)}
      </QueryView>
      {!shown.data && <Dock />}
    </main>
  );
}
