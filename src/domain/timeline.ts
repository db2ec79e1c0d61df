import { type ShipmentStatus, statusTitle } from './shipment-status.ts';

export type StepStatus = 'started' | 'completed' | 'pending' | 'idle';

export interface TimelineEntry {
  status: ShipmentStatus;
}

export interface TimelineStep<Entry> {
  key: ShipmentStatus;
  title: string;
  status: StepStatus;
  activity: Entry[];
}

/** Builds the steps, newest first, from `activity`, oldest first (specification section 4). */
export function buildTimeline<Entry extends TimelineEntry>(
  current: ShipmentStatus,
  activity: readonly Entry[],
): TimelineStep<Entry>[] {
  const steps: TimelineStep<Entry>[] = [
    { key: 'in-progress', title: 'Label created', status: 'started', activity: [] },
  ];
  const putInFront = (key: ShipmentStatus, status: StepStatus, entries: Entry[]) => {
    const front = steps[0];
    if (front) front.status = 'completed';
    steps.unshift({ key, title: statusTitle(key), status, activity: entries });
  };

  for (const entry of activity) {
    const step = steps.find((candidate) => candidate.key === entry.status);
    if (step) step.activity.push(entry);
    else if (entry.status !== 'delivered') putInFront(entry.status, 'pending', [entry]);
  }

  if (!steps.some((step) => step.key === current)) {
    putInFront(current, current === 'delivered' ? 'completed' : 'pending', []);
  }
  if (current !== 'delivered') {
    steps.unshift({ key: 'delivered', title: 'Delivered', status: 'idle', activity: [] });
  }
  return steps;
}
