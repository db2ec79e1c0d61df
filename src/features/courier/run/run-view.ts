/** What a run means for the person in the van. Pure functions. */
import { isOpenTask } from '../../../domain/runs/task-status.ts';
import type { CourierRun, CourierStop, CourierTask } from '../../../domain/runs/views.ts';

export type StopState = 'open' | 'attempted' | 'done' | 'gone';

/** Parcels that are with this courier. */
export const openTasks = ({ tasks }: CourierStop): CourierTask[] => tasks.filter(({ status }) => isOpenTask(status));

const hasFailed = ({ outcomes }: CourierTask) => outcomes.at(-1)?.result === 'failed';

const isGone = ({ status }: CourierTask) => status === 'moved' || status === 'cancelled' || status === 'left';

/**
 * `attempted`: what is left there could not be delivered; the courier may try again. `gone`: the
 * courier has nothing for this door.
 */
export function stopState(stop: CourierStop): StopState {
  const open = openTasks(stop);
  if (open.length === 0) return stop.tasks.every(isGone) ? 'gone' : 'done';
  return open.every(hasFailed) ? 'attempted' : 'open';
}

/** The next stop to go to after this one, or from the first; null if none is left. */
export function nextStop({ stops }: CourierRun, afterId?: string): CourierStop | null {
  const place = stops.findIndex(({ id }) => id === afterId) + 1;
  const inOrder = [...stops.slice(place), ...stops.slice(0, place)];
  return inOrder.find((stop) => stop.id !== afterId && stopState(stop) === 'open') ?? null;
}

export const tasksOf = ({ stops }: CourierRun): CourierTask[] => stops.flatMap(({ tasks }) => tasks);

/** Parcels that this courier may load: not those moved away or cancelled. */
export const loadableTasks = (run: CourierRun): CourierTask[] =>
  tasksOf(run).filter(({ status }) => status !== 'moved' && status !== 'cancelled');

/** Parcels that are still to be loaded: added under way, or left behind at the start. */
export const waitingTasks = (run: CourierRun): CourierTask[] =>
  tasksOf(run).filter(({ status }) => status === 'assigned' || status === 'left');

/** The task of a label: of a parcel that left the run and came back, the one that counts now. */
export function findTask(run: CourierRun, trackingId: string): CourierTask | undefined {
  const isLabel = (task: CourierTask) => task.trackingId === trackingId;
  const tasks = tasksOf(run).filter(isLabel);
  return tasks.find(({ status }) => isOpenTask(status)) ?? loadableTasks(run).findLast(isLabel) ?? tasks.at(-1);
}

/** Whether a visit can still be about this parcel: it is with this courier, or was delivered. */
const canVisit = ({ status }: CourierTask) => isOpenTask(status) || status === 'delivered';

/** Parcels that a visit can be about: open ones, and delivered ones, which it then corrects. */
export const tasksAtStop = (stop: CourierStop): CourierTask[] => stop.tasks.filter(canVisit);

/**
 * Parcels of a visit in hand as they are now. Those that it began with stay, whatever the desk does
 * meanwhile: the courier may already have delivered them.
 */
export function tasksOfVisit(begun: readonly CourierTask[], stop: CourierStop): CourierTask[] {
  const kept = begun.map((task) => stop.tasks.find(({ id }) => id === task.id) ?? task);
  return [...kept, ...tasksAtStop(stop).filter(({ id }) => begun.every((task) => task.id !== id))];
}

/** What the desk did to parcels of a visit in hand: `Box 1 is now with Cia.`; empty if nothing. */
export function describeChanges(begun: readonly CourierTask[], stop: CourierStop | undefined): string[] {
  return begun.flatMap(({ id, description }) => {
    const task = stop?.tasks.find((one) => one.id === id);
    if (task && canVisit(task)) return [];
    if (task?.status === 'moved') return [`${description} is now with ${task.movedTo ?? 'someone else'}.`];
    if (task?.status === 'cancelled') return [`${description} was cancelled.`];
    return [`${description} is no longer on your run.`];
  });
}

/** Those a visit is about unless the courier chooses: what is still open. */
export function usualTasks(stop: CourierStop): CourierTask[] {
  const open = openTasks(stop);
  return open.length > 0 ? open : tasksAtStop(stop);
}

/** The visit that a new outcome of this parcel replaces, if it has been delivered. */
export const supersededBy = ({ status, outcomes }: CourierTask): { supersedes?: string } => {
  const last = outcomes.at(-1);
  return status === 'delivered' && last ? { supersedes: last.visitId } : {};
};
