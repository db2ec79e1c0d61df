/** A task is one shipment at one stop. */
export const TASK_STATUSES = [
  'assigned',
  'loaded',
  'delivered',
  'returned',
  'left',
  'missing',
  'moved',
  'cancelled',
] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** A shipment has at most one such task. */
export const OPEN_TASK_STATUSES = ['assigned', 'loaded'] as const satisfies readonly TaskStatus[];
export const isOpenTask = (status: TaskStatus): boolean =>
  (OPEN_TASK_STATUSES as readonly TaskStatus[]).includes(status);

export const GIVEN_AWAY_TASK_STATUSES = ['moved', 'cancelled'] as const satisfies readonly TaskStatus[];
export const isGivenAway = (status: TaskStatus): boolean =>
  (GIVEN_AWAY_TASK_STATUSES as readonly TaskStatus[]).includes(status);

/** It may be handed in if it only waits for the door. */
export const wasLoaded = (status: TaskStatus): boolean =>
  !isGivenAway(status) && status !== 'assigned' && status !== 'left';

/** A parcel that was taken away counts, too. */
export const isInVan = ({ status, recalled }: { status: TaskStatus; recalled?: boolean | undefined }): boolean =>
  status === 'loaded' || (recalled === true && isGivenAway(status));

/** An earlier stop of the run hands it over, so loading doesn’t ask for it. */
export const isAwaited = ({ status, collectAt }: { status: TaskStatus; collectAt?: number | undefined }): boolean =>
  status === 'assigned' && collectAt !== undefined;

/** Before `load` and `reopen`, the caller closes the other open task. */
export const TASK_ACTS = [
  'load',
  'take-over',
  'leave',
  'deliver',
  'fail',
  'reopen',
  'return',
  'lose',
  'close',
  'move',
  'cancel',
] as const;
export type TaskAct = (typeof TASK_ACTS)[number];

const NEXT: Record<TaskAct, Partial<Record<TaskStatus, TaskStatus>>> = {
  load: { assigned: 'loaded', left: 'loaded' },
  // The courier holds a moved parcel.
  'take-over': { moved: 'loaded', assigned: 'loaded', left: 'loaded' },
  leave: { assigned: 'left' },
  deliver: Object.fromEntries(TASK_STATUSES.map((status) => [status, 'delivered'])),
  fail: {},
  reopen: { delivered: 'loaded' },
  return: {
    assigned: 'returned',
    loaded: 'returned',
    left: 'returned',
    missing: 'returned',
    cancelled: 'returned',
    moved: 'returned',
  },
  lose: { loaded: 'missing', cancelled: 'missing', moved: 'missing' },
  close: { assigned: 'left', loaded: 'missing' },
  move: { assigned: 'moved', loaded: 'moved' },
  cancel: { assigned: 'cancelled', loaded: 'cancelled' },
};

export function nextTaskStatus(status: TaskStatus, act: TaskAct): TaskStatus {
  return NEXT[act][status] ?? status;
}
