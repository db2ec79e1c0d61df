/** Callers share one core, one printer, the thread itself. Decision 0021. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { availableParallelism } from 'node:os';
import { LaneQueue, type Wait } from './lane-queue.ts';
import type { Capacity, Holder } from './lane-tally.ts';
import { networkOf } from './limit-keys.ts';

export const CORES = Math.max(1, Math.floor(availableParallelism() / Number(process.env.WEB || 1)));
const UNBOUNDED: Capacity = {
  total: Number.POSITIVE_INFINITY,
  network: Number.POSITIVE_INFINITY,
  person: Number.POSITIVE_INFINITY,
};
/** The lane of files has more, so that a person’s other calls go on. */
const WAITING: Capacity = { total: 400, network: 200, person: 12 };

/** One place is never for a person who has the others, nor for long work. */
export function sharedQueue(name: string, total: number, waiting = WAITING): LaneQueue {
  const most = Math.max(1, total - 1);
  const running = { total, network: total, person: most, long: most };
  return new LaneQueue(name, { running, waiting, queueTimeoutMs: null, restMs: 0 });
}

export const SHARED_QUEUES = {
  /** Each may take 384 MB, and small ones much less. */
  labels: sharedQueue('labels', Math.max(2, Math.min(CORES, 4))),
  images: sharedQueue('images', Math.min(CORES, 4)),
  /** A rush of sign-ins must leave a core free, and other threads. */
  passwordHashes: sharedQueue('passwordHashes', Math.max(1, CORES - 1), UNBOUNDED),
  fileChecks: sharedQueue('fileChecks', 2),
  /** Exports use at most one core of the database. */
  exportPages: sharedQueue('exportPages', 1, UNBOUNDED),
  slices: sharedQueue('slices', 1, UNBOUNDED),
};

const callers = new AsyncLocalStorage<Holder>();
/** Jobs and scripts. */
const NOBODY: Holder = { network: 'background', person: [] };

export const asCaller = <Result>(caller: { address: string; userId?: string | undefined }, work: () => Result) =>
  callers.run({ network: networkOf(caller.address), person: caller.userId ? [caller.userId] : [] }, work);

type Work = Wait & Pick<Holder, 'isLong'>;

/** @throws Busy if too much of this caller's waits, or why `signal` aborted */
export const inTurn = <Result>(queue: LaneQueue, work: () => Promise<Result>, about?: Work): Promise<Result> =>
  turnsIn(queue)(work, about);

/** Streams know no caller, so they use this. */
export function turnsIn(queue: LaneQueue) {
  const caller = callers.getStore() ?? NOBODY;
  return async <Result>(work: () => Promise<Result>, { isLong = false, ...wait }: Work = {}): Promise<Result> => {
    const place = await queue.enter({ ...caller, isLong }, wait);
    try {
      return await work();
    } finally {
      place.leave();
    }
  };
}

export const sharedLoad = () =>
  Object.entries(SHARED_QUEUES).map(([lane, { running, waiting }]) => {
    return { lane, running: running.total, waiting: waiting.total };
  });

export function countOwn({ running, waiting }: LaneQueue): number {
  const { network, person } = callers.getStore() ?? NOBODY;
  const key = person.at(-1) ?? network;
  return running.count(key) + waiting.count(key);
}
