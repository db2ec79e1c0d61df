import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../domain/paths.ts';
import { applyFact } from '../../../domain/runs/apply-fact.ts';
import type { VisitOutcome } from '../../../domain/runs/facts.ts';
import type { CourierRun, CourierStop, CourierTask } from '../../../domain/runs/views.ts';
import { normalizeLine } from '../../../domain/text.ts';
import type { DrawPictures } from '../proof/proof-picture.ts';
import { reportVisit, type VisitReport } from '../run/report.ts';
import { nextStop, openTasks, supersededBy, tasksAtStop, tasksOfVisit, usualTasks } from '../run/run-view.ts';
import { useVisitDraft } from './visit-draft.ts';

type Result =
  | Pick<Extract<VisitOutcome, { result: 'delivered' }>, 'result' | 'method'>
  | Pick<Extract<VisitOutcome, { result: 'failed' }>, 'result' | 'reason'>;

export interface VisitProps {
  run: CourierRun;
  stop: CourierStop;
  /** The parcels that the visit began with. */
  begun: readonly CourierTask[];
}

/** Kept with the page's address, where it outlives the page: the ids of a visit's first parcels. */
export interface VisitInHand {
  begun: string[];
}

/** A visit in the making: its parcels, what was entered, and what completes it. */
export function useVisit({ run, stop, begun: first }: VisitProps) {
  // The desk may have added the first ones while this page was open.
  const [begun] = useState(() => ({ run, tasks: first.length > 0 ? first : tasksAtStop(stop) }));
  const tasks = tasksOfVisit(begun.tasks, stop);
  const [usual] = useState(() => usualTasks(begun.tasks).map(({ id }) => id));
  const { draft, change, report, reopen } = useVisitDraft(stop.id);
  const navigate = useNavigate();
  /** A slow network may keep the next page waiting for seconds, and this one can still be touched. */
  const isReported = useRef(false);
  const chosenTasks = tasks.filter(({ id }) => (draft.chosen ?? usual).includes(id));
  const chosen = chosenTasks.map(({ id }) => id);

  /** Reports the visit, and goes on while it is being saved: to the next stop, or here if parcels are left. */
  function complete(
    result: Result,
    { recipient, cameraFailed }: Pick<VisitReport, 'recipient' | 'cameraFailed'>,
    pictures: DrawPictures,
    label: string,
  ) {
    if (isReported.current) return;
    isReported.current = true;
    const outcomes = chosenTasks.map((task): VisitOutcome => ({ taskId: task.id, ...result, ...supersededBy(task) }));
    const note = normalizeLine(draft.note ?? '') || undefined;
    const visit = { stopId: stop.id, outcomes, recipient, note, cameraFailed };
    // Another run may have taken its place on the phone.
    void reportVisit(run.id === begun.run.id ? run : begun.run, visit, pictures, {
      label: `${label}, ${stop.name}`,
      redo: {
        path: `${location.pathname}${location.search}`,
        onRedo() {
          isReported.current = false;
          reopen();
        },
      },
      onSaved: report(),
    });
    const after = applyFact(run, { kind: 'visit', id: '', occurredAt: '', outcomes });
    const here = after.stops.find(({ id }) => id === stop.id);
    const isLeft = here && openTasks(here).some(({ id }) => !chosen.includes(id));
    const next = isLeft ? stop : nextStop(after, stop.id);
    // In one go: React would otherwise render it in slices, which takes longer.
    navigate(next ? paths.courierStop(next.id) : paths.courier, { replace: true, flushSync: true });
  }

  const inHand: VisitInHand = { begun: begun.tasks.map(({ id }) => id) };
  return { tasks, chosenTasks, chosen, draft, change, complete, inHand };
}
