/** What a courier's fact does to a task and its shipment, and who is notified. */
import type { DeliveryMethod, FailureReason } from '../delivery.ts';
import type { ShipmentStatus } from '../shipment-status.ts';
import type { ExceptionKind } from './exceptions.ts';
import { canBeInRun } from './manage.ts';
import { METHOD_LABELS, REASON_LABELS } from './reasons.ts';
import { isOpenTask, nextTaskStatus, type TaskStatus } from './task-status.ts';

/** One parcel of a fact. `correctsDelivery`: it takes back this courier's own delivery. */
export type FactOutcome =
  | { result: 'loaded' | 'started' | 'left' | 'returned' | 'missing' }
  | { result: 'delivered'; method: DeliveryMethod }
  | { result: 'failed'; reason: FailureReason; correctsDelivery: boolean };

/** A parcel when the server receives a fact about it. Times are in milliseconds since 1970. */
export interface Situation {
  occurredAt: number;
  now: number;
  /** `wasScanned`: the courier's scan of it was received before. */
  task: { status: TaskStatus; changedAt: number; wasScanned: boolean };
  /**
   * The shipment's other task, which is open; `createdAt`: since when, `loadedAt`: when its courier
   * scanned it, `isLaterDay`: whether its run is of a later day than the run of this fact.
   * `isSameCourier`: the parcel was moved away and back, and the phone did not know. `isPlan`: its
   * courier can't see its run yet.
   */
  other: {
    createdAt: number;
    loadedAt: number | null;
    isLaterDay: boolean;
    isSameCourier: boolean;
    isPlan: boolean;
  } | null;
  shipment: { status: ShipmentStatus; isDeleted: boolean };
  /** Whether a change of status occurred after the fact; after a correction, a delivery. */
  isOvertaken: boolean;
  /**
   * The delivery that counts so far, unless this fact corrects it. `isRepeat`: this courier has
   * reported the same before, from another phone.
   */
  delivery: { isSameCourier: boolean; isRepeat: boolean } | null;
  /** Whether the run had been started. */
  isRunStarted: boolean;
  /** Whether the run was closed or cancelled. */
  hasRunEnded: boolean;
  /** The status that the shipment had before it was delivered. */
  statusBefore: ShipmentStatus;
}

/** Whom to notify: of a new status, of an attempt, or that a delivery was a mistake. */
export type News = 'status' | 'attempt' | 'correction';

export interface Effect {
  task: TaskStatus;
  /** Whether the other task closes: as returned if this fact is a return, otherwise as moved. */
  closesOther: boolean;
  /** The shipment's new status; null if it stays. */
  status: ShipmentStatus | null;
  /** `status`: what it says the status became then; null if it was no change. */
  entry: { status: ShipmentStatus | null; comment: string } | null;
  news: News | null;
  exceptions: ExceptionKind[];
  /** Where the parcel turned up, so that nobody has to look for it; null if the fact doesn't say. */
  found: 'delivered' | 'returned' | null;
}

/** Nobody is notified of an act older than this, in milliseconds. */
export const MAX_NEWS_AGE_MS = 2 * 60 * 60 * 1000;

const FINAL: readonly ShipmentStatus[] = ['delivered', 'cancelled', 'failed'];

/**
 * What a fact does. Except for a delivery, it never undoes a status that occurred later, and none
 * sends news that has been overtaken. In a run that has ended no task stays open: the parcel goes
 * back to the pool.
 */
export function effectOf(outcome: FactOutcome, now: Situation): Effect {
  const effect = effectInRun(outcome, now);
  return now.hasRunEnded && isOpenTask(effect.task) ? atEndOfRun(effect) : effect;
}

function atEndOfRun(effect: Effect): Effect {
  const task = nextTaskStatus(effect.task, 'close');
  return task === 'missing'
    ? { ...effect, task, exceptions: [...effect.exceptions, 'missing-parcel'] }
    : { ...effect, task };
}

function effectInRun(outcome: FactOutcome, now: Situation): Effect {
  switch (outcome.result) {
    case 'delivered':
      return delivered(outcome.method, now);
    case 'failed':
      return outcome.correctsDelivery ? corrected(outcome.reason, now) : failed(outcome.reason, now);
    case 'loaded':
      return loaded(now);
    case 'started':
      return started(now);
    case 'returned':
      return returned(now);
    case 'left':
      return { ...nothing(now), task: nextTaskStatus(now.task.status, 'leave') };
    case 'missing':
      return now.other ? nothing(now) : lost(now);
  }
}

/** The effect of a fact that changes nothing about its task. */
export const noEffect = (task: TaskStatus): Effect => ({
  task,
  closesOther: false,
  status: null,
  entry: null,
  news: null,
  exceptions: [],
  found: null,
});

const nothing = ({ task }: Situation): Effect => noEffect(task.status);

const isFresh = ({ occurredAt, now }: Situation) => now - occurredAt <= MAX_NEWS_AGE_MS;

const lost = (now: Situation): Effect => ({
  ...nothing(now),
  task: nextTaskStatus(now.task.status, 'lose'),
  exceptions: ['missing-parcel'],
});

/** A change of status that leaves an end alone, and keeps its place in the history if overtaken. */
function newStatus(status: ShipmentStatus, comment: string, now: Situation): Pick<Effect, 'status' | 'entry' | 'news'> {
  const { shipment, isOvertaken } = now;
  const isChange = !shipment.isDeleted && !FINAL.includes(shipment.status) && shipment.status !== status;
  const applies = isChange && !isOvertaken;
  return {
    status: applies ? status : null,
    entry: { status: applies || isOvertaken ? status : null, comment },
    news: applies && isFresh(now) ? 'status' : null,
  };
}

function delivered(method: DeliveryMethod, now: Situation): Effect {
  const { shipment, delivery, isOvertaken } = now;
  const isNew = !shipment.isDeleted && shipment.status !== 'delivered';
  const isUnexpected = isOvertaken || FINAL.includes(shipment.status) || shipment.status === 'held';
  const exceptions: ExceptionKind[] = [];
  if (shipment.isDeleted) exceptions.push('deleted-but-delivered');
  else if (delivery && !delivery.isSameCourier) exceptions.push('delivered-twice');
  else if (isNew && isUnexpected) exceptions.push('delivered-over-status');
  if (now.other?.isLaterDay) exceptions.push('rescheduled');
  const isInHistory = !isNew && delivery?.isRepeat === true;
  return {
    task: nextTaskStatus(now.task.status, 'deliver'),
    closesOther: now.other !== null,
    status: isNew ? 'delivered' : null,
    entry: isInHistory ? null : { status: 'delivered', comment: `Delivered ${METHOD_LABELS[method]}` },
    news: isNew ? 'status' : null,
    exceptions,
    found: 'delivered',
  };
}

function failed(reason: FailureReason, now: Situation): Effect {
  const { shipment, isOvertaken, other } = now;
  const isElsewhere = other !== null && !other.isSameCourier;
  const isNews =
    !shipment.isDeleted && !FINAL.includes(shipment.status) && !isOvertaken && !isElsewhere && isFresh(now);
  const exceptions: ExceptionKind[] = [];
  if (reason === 'carrier_parcel_lost') exceptions.push('not-in-vehicle');
  if (reason === 'carrier_damaged_parcel') exceptions.push('damaged');
  return {
    ...nothing(now),
    task: nextTaskStatus(now.task.status, 'fail'),
    entry: { status: null, comment: `Delivery attempted: ${REASON_LABELS[reason]}` },
    news: isNews ? 'attempt' : null,
    exceptions,
  };
}

/**
 * The status before comes back, unless it was delivered since or by someone else too. A parcel that
 * the desk no longer wants delivered is only to be brought back.
 */
function corrected(reason: FailureReason, now: Situation): Effect {
  const { task, shipment, delivery, isOvertaken, statusBefore } = now;
  const isUndone = !delivery && !shipment.isDeleted && shipment.status === 'delivered' && !isOvertaken;
  const isWanted = !shipment.isDeleted && canBeInRun({ status: isUndone ? statusBefore : shipment.status });
  const reopened = nextTaskStatus(task.status, 'reopen');
  return {
    ...failed(reason, now),
    task: delivery || now.other ? task.status : isWanted ? reopened : nextTaskStatus(reopened, 'cancel'),
    status: isUndone ? statusBefore : null,
    entry: { status: isUndone ? statusBefore : null, comment: `Not delivered after all: ${REASON_LABELS[reason]}` },
    news: isUndone ? 'correction' : null,
  };
}

/** A second phone's start of a run that has been started says nothing new. */
function started(now: Situation): Effect {
  const change = newStatus('delivery', 'Out for delivery', now);
  return now.isRunStarted && change.status === null ? nothing(now) : { ...nothing(now), ...change };
}

/**
 * Custody is with the later scan; a scan from before the parcel was moved changes nothing, and one in a
 * run that has ended takes the parcel from nobody.
 */
function loaded(now: Situation): Effect {
  const { task, other, occurredAt, isRunStarted, hasRunEnded, shipment, delivery } = now;
  const loading = { status: null, comment: 'Loaded for delivery' };
  const isAsScanned = task.status === 'loaded' || task.status === 'delivered' || occurredAt <= task.changedAt;
  const isRepeat = task.wasScanned && isAsScanned;
  const entry = isRepeat ? null : loading;
  if (delivery || shipment.isDeleted || shipment.status === 'delivered') return { ...nothing(now), entry };
  const wasMoved = task.status === 'moved' || other !== null;
  const isLater = occurredAt > (other?.loadedAt ?? task.changedAt);
  const exceptions: ExceptionKind[] = wasMoved && !other?.isSameCourier ? ['loaded-twice'] : [];
  if (wasMoved && !isLater) return { ...nothing(now), exceptions };
  if (other && hasRunEnded) return { ...nothing(now), entry, exceptions };
  const next = nextTaskStatus(task.status, wasMoved ? 'take-over' : 'load');
  if (next !== 'loaded') return { ...nothing(now), entry };
  const isChange = next !== task.status;
  const start = isRunStarted ? newStatus('delivery', 'Out for delivery', now) : null;
  return {
    ...nothing(now),
    entry: isChange ? loading : entry,
    ...(start && (isChange || start.status !== null) && start),
    task: next,
    closesOther: other !== null,
    exceptions,
  };
}

/** Brings back what this courier has, also under a task that the phone does not know. */
function returned(now: Situation): Effect {
  const { task, other, occurredAt } = now;
  const comment = 'Back at the depot';
  const canHave = other?.isSameCourier && !other.isPlan && !other.isLaterDay;
  if (canHave && occurredAt > (other.loadedAt ?? other.createdAt)) {
    return { ...nothing(now), closesOther: true, ...newStatus('held', comment, now), found: 'returned' };
  }
  const wasReturned = task.status === 'returned';
  const status = other && task.status === 'moved' ? task.status : nextTaskStatus(task.status, 'return');
  const found = status === 'returned' ? status : null;
  // Someone else has it, or has delivered it: only the history says that it was here.
  if (status !== 'returned' || other) {
    return { ...nothing(now), task: status, entry: wasReturned ? null : { status: null, comment }, found };
  }
  const change = newStatus('held', comment, now);
  return { ...nothing(now), task: status, ...(!(wasReturned && change.status === null) && change), found };
}
