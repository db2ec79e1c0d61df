/** A parcel that left a run and came back has several tasks there: it is one parcel for everyone. */
import { isGivenAway, isInVan, isOpenTask, type TaskStatus } from './task-status.ts';
import type { CourierRun, CourierTask } from './views.ts';

/**
 * Of the tasks that one parcel has in a run, oldest first, the one that counts now: the one that is
 * still here, or the last that was not given away.
 */
export const countedTask = <Task extends { status: TaskStatus; recalled?: boolean | undefined }>(
  tasks: readonly Task[],
): Task | undefined =>
  tasks.find((task) => isOpenTask(task.status) || isInVan(task)) ??
  tasks.findLast(({ status }) => !isGivenAway(status)) ??
  tasks.at(-1);

/** A task and the stop that it is at. */
type PlacedTask = CourierTask & { stopId: string };

/** A parcel of a run as its courier sees it: its task that counts now. */
export interface Parcel extends PlacedTask {
  /** All of its tasks in the run, oldest first. */
  tasks: readonly PlacedTask[];
}

/** The parcels of a run, or those with these tracking IDs, each once, in the order of the stops where they were first. */
export function parcelsOf({ stops }: Pick<CourierRun, 'stops'>, only?: ReadonlySet<string>): Parcel[] {
  const tasksOf = new Map<string, PlacedTask[]>();
  for (const { id: stopId, tasks } of stops) {
    for (const task of tasks) {
      if (only?.has(task.trackingId) === false) continue;
      const known = tasksOf.get(task.trackingId);
      if (known) known.push({ ...task, stopId });
      else tasksOf.set(task.trackingId, [{ ...task, stopId }]);
    }
  }
  return [...tasksOf.values()].flatMap((some) => {
    // Their ids begin with the time; the stops may have another order.
    const tasks = some.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const counted = countedTask(tasks);
    return counted ? [{ ...counted, tasks }] : [];
  });
}

/** Whether one of these ids is a task of the parcel: what names an old one means the parcel. */
export const isNamed = ({ tasks }: Parcel, taskIds: readonly string[]): boolean =>
  tasks.some(({ id }) => taskIds.includes(id));
