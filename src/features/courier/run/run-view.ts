/** What a run means for the person in the van. Pure functions. */
import { isGivenAway, isInVan, isOpenTask } from '../../../domain/runs/task-status.ts';
import type { CourierRun, CourierStop, CourierTask } from '../../../domain/runs/views.ts';

/** `attempted`: what is left there could not be delivered; the courier may try again. `gone`: nothing is for this door. */
export type StopState = 'open' | 'attempted' | 'delivered' | 'partly' | 'returned' | 'missing' | 'gone';

/** Parcels that are with this courier. */
export const openTasks = ({ tasks }: CourierStop): CourierTask[] => tasks.filter(({ status }) => isOpenTask(status));

const hasFailed = ({ outcomes }: CourierTask) => outcomes.at(-1)?.result === 'failed';

const isGone = ({ status }: CourierTask) => isGivenAway(status) || status === 'left';

/** What a stop is like for its courier, by its worst parcel. */
export function stopState(stop: CourierStop): StopState {
  const open = openTasks(stop);
  if (!open.every(hasFailed)) return 'open';
  const statuses = shownTasks(stop).flatMap((task) => (isGone(task) ? [] : task.status));
  if (statuses.length === 0) return 'gone';
  if (statuses.every((status) => status === 'delivered')) return 'delivered';
  if (statuses.includes('delivered')) return 'partly';
  if (open.length > 0) return 'attempted';
  return statuses.includes('missing') ? 'missing' : 'returned';
}

/** The next stop to go to after this one, or from the first; null if none is left. */
export function nextStop({ stops }: CourierRun, afterId?: string): CourierStop | null {
  const place = stops.findIndex(({ id }) => id === afterId) + 1;
  const inOrder = [...stops.slice(place), ...stops.slice(0, place)];
  return inOrder.find((stop) => stop.id !== afterId && stopState(stop) === 'open') ?? null;
}

const tasksOf = ({ stops }: Pick<CourierRun, 'stops'>): CourierTask[] => stops.flatMap(({ tasks }) => tasks);

/** Of the tasks of one parcel, the one that counts now: the one that is still here, or the last that was not given away. */
const countedTask = (tasks: readonly CourierTask[]): CourierTask | undefined =>
  tasks.find((task) => isOpenTask(task.status) || isInVan(task)) ??
  tasks.findLast(({ status }) => !isGivenAway(status)) ??
  tasks.at(-1);

/** One task of each parcel: one that left the run and came back has several, and counts once. */
export function countedTasks(run: Pick<CourierRun, 'stops'>): CourierTask[] {
  const parcels = new Map<string, CourierTask[]>();
  for (const task of tasksOf(run)) {
    const tasks = parcels.get(task.trackingId) ?? [];
    parcels.set(task.trackingId, [...tasks, task]);
  }
  return [...parcels.values()].flatMap((tasks) => countedTask(tasks) ?? []);
}

/** What the page of a stop lists: each of its parcels once. */
export const shownTasks = (stop: CourierStop): CourierTask[] => countedTasks({ stops: [stop] });

/** Parcels that this courier may load: not those moved away or cancelled. The managers' board counts the same. */
export const loadableTasks = (run: CourierRun): CourierTask[] =>
  countedTasks(run).filter(({ status }) => !isGivenAway(status));

/** Parcels that could be loaded yet, also after the start: those left at the depot, or added since. */
export const unloadedTasks = (run: CourierRun): CourierTask[] =>
  loadableTasks(run).filter(({ status }) => status === 'assigned' || status === 'left');

/** The task of a label: of a parcel that left the run and came back, the one that counts now. */
export const findTask = (run: CourierRun, trackingId: string): CourierTask | undefined =>
  countedTask(tasksOf(run).filter((task) => task.trackingId === trackingId));

/** The stop of each task, by the task's id. */
export const stopsByTask = ({ stops }: CourierRun): Map<string, CourierStop> =>
  new Map(stops.flatMap((stop) => stop.tasks.map(({ id }) => [id, stop])));

/** Parcels to scan before the run is closed: open ones, and others that are still in the van. */
export const tasksToReturn = (run: CourierRun): CourierTask[] =>
  countedTasks(run).filter((task) => isOpenTask(task.status) || isInVan(task));

/** Parcels in the van that the desk took out of the run: the board counts the same. */
export const recalledTasks = (run: CourierRun): CourierTask[] =>
  countedTasks(run).filter((task) => isGivenAway(task.status) && isInVan(task));

const RESULTS: [label: string, isOf: (task: CourierTask) => boolean][] = [
  ['delivered', ({ status }) => status === 'delivered'],
  ['returned', ({ status }) => status === 'returned'],
  ['missing', ({ status }) => status === 'missing'],
  ['still in the van', isInVan],
  ['never loaded', ({ status }) => status === 'assigned'],
  ['left at the depot', ({ status }) => status === 'left'],
];

/** How many parcels of a run are where, of the kinds that occur: `2 delivered`, `1 missing`. */
export function countResults(run: CourierRun): { label: string; count: number }[] {
  const tasks = countedTasks(run);
  return RESULTS.map(([label, isOf]) => ({ label, count: tasks.filter(isOf).length })).filter(({ count }) => count > 0);
}

/** `Stop 3 of 12` counts all that the list shows: a stop keeps its number when the desk takes its parcels away. */
export const countStops = ({ stops }: CourierRun): number => stops.length;

/** Whether a visit can still be about this parcel: it is with this courier, or was delivered. */
const canVisit = ({ status }: CourierTask) => isOpenTask(status) || status === 'delivered';

/** Parcels that a visit can be about: open ones, and delivered ones, which it then corrects. */
export const tasksAtStop = (stop: CourierStop): CourierTask[] => stop.tasks.filter(canVisit);

/**
 * Parcels of a visit in hand as they are now. Those that it began with stay even if
 * the desk moves or removes them: the courier may already have delivered them.
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

/**
 * The parcels that a visit begins with; `begun`: the ids of those that it began with before its page
 * ended behind the camera app. What the desk has taken away since is still in hand, what it added is not.
 */
export const tasksInHand = (stop: CourierStop, begun: readonly string[] | undefined): CourierTask[] =>
  begun ? stop.tasks.filter(({ id }) => begun.includes(id)) : tasksAtStop(stop);

/** Those of a visit's parcels that it is about unless the courier chooses: what is not delivered yet. */
export function usualTasks(tasks: readonly CourierTask[]): readonly CourierTask[] {
  const undelivered = tasks.filter(({ status }) => status !== 'delivered');
  return undelivered.length > 0 ? undelivered : tasks;
}

/** Who these parcels of a stop are for: people at one address may share a phone, and so a stop. */
export const receiversOf = (stop: CourierStop, tasks: readonly CourierTask[]): string[] => [
  ...new Set(tasks.length > 0 ? tasks.map(({ receiver }) => receiver || stop.name) : [stop.name]),
];

/** The visit that a new outcome of this parcel replaces, if it has been delivered. */
export const supersededBy = ({ status, outcomes }: CourierTask): { supersedes?: string } => {
  const last = outcomes.at(-1);
  return status === 'delivered' && last ? { supersedes: last.visitId } : {};
};
