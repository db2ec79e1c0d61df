import { paths } from '../../domain/paths.ts';
import type { CourierRun } from '../../domain/runs/views.ts';
import { BigLink } from '../../ui/big-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { DeliverView } from './deliver-view.tsx';
import { ProblemView } from './problem-view.tsx';
import { tasksAtStop } from './run-view.ts';
import { StopView } from './stop-view.tsx';

/** The stop, or what is being done there. */
export function StopSteps({ run, stopId, view }: { run: CourierRun; stopId: string; view: string }) {
  const stop = run.stops.find(({ id }) => id === stopId);
  if (!stop) {
    return (
      <Notice tone="warn" title="This stop isn’t on your run any more">
        <BigLink to={paths.courier}>All stops</BigLink>
      </Notice>
    );
  }
  const canVisit = tasksAtStop(stop).length > 0;
  if (canVisit && view === 'deliver') return <DeliverView run={run} stop={stop} />;
  if (canVisit && view === 'problem') return <ProblemView run={run} stop={stop} />;
  return <StopView run={run} stop={stop} />;
}
