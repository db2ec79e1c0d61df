import { useState } from 'react';
import { paths } from '../../domain/paths.ts';
import type { CourierRun } from '../../domain/runs/views.ts';
import { BigLink } from '../../ui/big-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Dock } from './run/dock.tsx';
import { tasksAtStop } from './run/run-view.ts';
import { StopView } from './stop-view.tsx';
import { DeliverView } from './visit/deliver-view.tsx';
import { ProblemView } from './visit/problem-view.tsx';

const VISITS = { deliver: DeliverView, problem: ProblemView };

/** The stop, or what is being done there. */
export function StopSteps({ run, stopId, view }: { run: CourierRun; stopId: string; view: string }) {
  const [version] = useState(run.version);
  const stop = run.stops.find(({ id }) => id === stopId);
  if (!stop) {
    return (
      <>
        <Notice tone="warn" title="This stop is no longer on your run" />
        <Dock>
          <BigLink to={paths.courier}>All stops</BigLink>
        </Dock>
      </>
    );
  }
  const isVisit = tasksAtStop(stop).length > 0 && view in VISITS;
  const View = isVisit ? VISITS[view as keyof typeof VISITS] : StopView;
  return (
    <>
      {run.version !== version && (
        <Notice tone="warn" title="The desk has changed your run" live>
          Finish here, then look at all stops.
        </Notice>
      )}
      <View run={run} stop={stop} />
    </>
  );
}
