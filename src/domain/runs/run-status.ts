/** A run is one courier's parcels of a day. */
export const RUN_STATUSES = ['planned', 'released', 'active', 'closed', 'cancelled'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** Their courier keeps role and account. */
export const OPEN_RUN_STATUSES = ['planned', 'released', 'active'] as const satisfies readonly RunStatus[];

export type RunAct = 'release' | 'start' | 'close' | 'cancel';

const NEXT: Record<RunAct, Partial<Record<RunStatus, RunStatus>>> = {
  release: { planned: 'released' },
  start: { planned: 'active', released: 'active' },
  close: { released: 'closed', active: 'closed' },
  cancel: { planned: 'cancelled', released: 'cancelled' },
};

export function nextRunStatus(status: RunStatus, act: RunAct): RunStatus | null {
  return NEXT[act][status] ?? null;
}

export const isOpenRun = (status: RunStatus): boolean => (OPEN_RUN_STATUSES as readonly RunStatus[]).includes(status);

/** Then names, phones and addresses are hidden. */
export const CLOSED_RUN_SHOWS_MS = 24 * 60 * 60 * 1000;
