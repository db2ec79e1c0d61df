/** A parcel that left and came back has several tasks. */
import { isGivenAway, isInVan, isOpenTask, type TaskStatus } from './task-status.ts';
import type { CourierRun, CourierTask } from './views.ts';

export const countedTask = <Task extends { status: TaskStatus; recalled?: boolean | undefined }>(
  tasks: readonly Task[],
): Task | undefined =>
  tasks.find((task) => isOpenTask(task.status) || isInVan(task)) ??
  tasks.findLast(({ status }) => !isGivenAway(status)) ??
  tasks.at(-1);

type PlacedTask = CourierTask & { stopId: string };

export interface Parcel extends PlacedTask {
  tasks: readonly PlacedTask[];
}

/** Lists a run's parcels, each once, in stop order. */
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
    const tasks = some.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const counted = countedTask(tasks);
    return counted ? [{ ...counted, tasks }] : [];
  });
}

/** Whether one of these ids is a task of the parcel, even an old one. */
export const isNamed = ({ tasks }: Parcel, taskIds: readonly string[]): boolean =>
  tasks.some(({ id }) => taskIds.includes(id));
