import type { Activity } from './activity.ts';
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

/** The timeline is that of the shipment that goes back. */
export const returnTitle = (status: ShipmentStatus): string =>
  (
    ({ 'in-progress': 'Return created', delivered: 'Return received', failed: 'Return not delivered' }) as Partial<
      Record<ShipmentStatus, string>
    >
  )[status] ?? 'Return on its way';

/** In milliseconds. */
export const LATE_AFTER = 60 * 60 * 1000;

/** It is in milliseconds, and 0 below `LATE_AFTER`. */
export function lateness({ occurredAt, createdAt }: Pick<Activity, 'occurredAt' | 'createdAt'>): number {
  const late = Date.parse(createdAt) - Date.parse(occurredAt);
  return late >= LATE_AFTER ? late : 0;
}

/** Expects the oldest first. */
export function deliveryOf<Entry extends Pick<Activity, 'status'>>(
  status: ShipmentStatus,
  activity: readonly Entry[],
): Entry | undefined {
  if (status !== 'delivered') return undefined;
  const upToLast = activity.slice(0, activity.findLastIndex((entry) => entry.status === 'delivered') + 1);
  return upToLast[upToLast.findLastIndex((entry) => entry.status !== 'delivered') + 1];
}

/** Expects the oldest first. */
export function findStatusChange<Entry extends Pick<Activity, 'kind' | 'status'>>(
  status: ShipmentStatus,
  activity: readonly Entry[],
): Entry | undefined {
  return activity.findLast((entry) => entry.kind === 'status' && entry.status === status);
}

/** Specification section 2. */
export const NO_ACTIVITY = 'Processing...';
export const NO_ADDRESS = 'N/A';
