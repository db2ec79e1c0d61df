import type { DeliveryMethod, FailureReason } from '../delivery.ts';
import { METHOD_LABELS, REASON_LABELS } from '../reasons.ts';
import type { ShipmentStatus } from '../shipment-status.ts';
import type { ExceptionKind } from './exceptions.ts';
import { canBeInRun } from './manage.ts';
import { isOpenTask, nextTaskStatus, type TaskStatus } from './task-status.ts';

/** `correctsDelivery`: this courier's own. */
export type FactOutcome =
  | { result: 'loaded' | 'started' | 'left' | 'returned' | 'missing' }
  | { result: 'delivered'; method: DeliveryMethod }
  | { result: 'failed'; reason: FailureReason; correctsDelivery: boolean };

export interface FactContext {
  occurredAt: number;
  now: number;
  task: { status: TaskStatus; changedAt: number; wasScanned: boolean };
  /** `isSameCourier`: moved away and back. `isPlan`: its courier can’t see the run yet. */
  taskElsewhere: {
    createdAt: number;
    loadedAt: number | null;
    isLaterDay: boolean;
    isSameCourier: boolean;
    isPlan: boolean;
  } | null;
  shipment: { status: ShipmentStatus; isDeleted: boolean };
  isOvertaken: boolean;
  /** `isRepeat`: from another phone of this courier. */
  delivery: { isSameCourier: boolean; isRepeat: boolean } | null;
  isRunStarted: boolean;
  hasRunEnded: boolean;
  statusBefore: ShipmentStatus;
}

export type News = 'status' | 'attempt' | 'correction';

export interface Effect {
  task: TaskStatus;
  /** The other task ends as returned or moved, as this fact says. */
  closesTaskElsewhere: boolean;
  /** Null if it stays. */
  status: ShipmentStatus | null;
  entry: { status: ShipmentStatus | null; comment: string } | null;
  news: News | null;
  exceptions: ExceptionKind[];
  endsSearchAs: 'delivered' | 'returned' | null;
}

export const MAX_NEWS_AGE_MS = 2 * 60 * 60 * 1000;

const FINAL: readonly ShipmentStatus[] = ['delivered', 'cancelled', 'failed'];

/** Only a delivery undoes a later status. An ended run keeps no open task. */
export function effectOf(outcome: FactOutcome, now: FactContext): Effect {
  const effect = effectInRun(outcome, now);
  return now.hasRunEnded && isOpenTask(effect.task) ? atEndOfRun(effect) : effect;
}

function atEndOfRun(effect: Effect): Effect {
  const task = nextTaskStatus(effect.task, 'close');
  return task === 'missing'
    ? { ...effect, task, exceptions: [...effect.exceptions, 'missing-parcel'] }
    : { ...effect, task };
}

function effectInRun(outcome: FactOutcome, now: FactContext): Effect {
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
      return now.taskElsewhere ? nothing(now) : lost(now);
  }
}

export const noEffect = (task: TaskStatus): Effect => ({
  task,
  closesTaskElsewhere: false,
  status: null,
  entry: null,
  news: null,
  exceptions: [],
  endsSearchAs: null,
});

const nothing = ({ task }: FactContext): Effect => noEffect(task.status);

const isFresh = ({ occurredAt, now }: FactContext) => now - occurredAt <= MAX_NEWS_AGE_MS;

const lost = (now: FactContext): Effect => ({
  ...nothing(now),
  task: nextTaskStatus(now.task.status, 'lose'),
  exceptions: ['missing-parcel'],
});

function newStatus(
  status: ShipmentStatus,
  comment: string,
  now: FactContext,
): Pick<Effect, 'status' | 'entry' | 'news'> {
  const { shipment, isOvertaken } = now;
  const isChange = !shipment.isDeleted && !FINAL.includes(shipment.status) && shipment.status !== status;
  const applies = isChange && !isOvertaken;
  return {
    status: applies ? status : null,
    entry: { status: applies || isOvertaken ? status : null, comment },
    news: applies && isFresh(now) ? 'status' : null,
  };
}

function delivered(method: DeliveryMethod, now: FactContext): Effect {
  const { shipment, delivery, isOvertaken } = now;
  const isNew = !shipment.isDeleted && shipment.status !== 'delivered';
  const isUnexpected = isOvertaken || FINAL.includes(shipment.status) || shipment.status === 'held';
  const exceptions: ExceptionKind[] = [];
  if (shipment.isDeleted) exceptions.push('deleted-but-delivered');
  else if (delivery && !delivery.isSameCourier) exceptions.push('delivered-twice');
  else if (isNew && isUnexpected) exceptions.push('delivered-over-status');
  if (now.taskElsewhere?.isLaterDay) exceptions.push('rescheduled');
  const isInHistory = !isNew && delivery?.isRepeat === true;
  return {
    task: nextTaskStatus(now.task.status, 'deliver'),
    closesTaskElsewhere: now.taskElsewhere !== null,
    status: isNew ? 'delivered' : null,
    entry: isInHistory ? null : { status: 'delivered', comment: `Delivered ${METHOD_LABELS[method]}` },
    news: isNew ? 'status' : null,
    exceptions,
    endsSearchAs: 'delivered',
  };
}

function failed(reason: FailureReason, now: FactContext): Effect {
  const { shipment, isOvertaken, taskElsewhere } = now;
  const isElsewhere = taskElsewhere !== null && !taskElsewhere.isSameCourier;
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

/** Restores the status before, unless another delivery counts. */
function corrected(reason: FailureReason, now: FactContext): Effect {
  const { task, shipment, delivery, isOvertaken, statusBefore } = now;
  const isUndone = !delivery && !shipment.isDeleted && shipment.status === 'delivered' && !isOvertaken;
  const isWanted = !shipment.isDeleted && canBeInRun({ status: isUndone ? statusBefore : shipment.status });
  const reopened = nextTaskStatus(task.status, 'reopen');
  return {
    ...failed(reason, now),
    task: delivery || now.taskElsewhere ? task.status : isWanted ? reopened : nextTaskStatus(reopened, 'cancel'),
    status: isUndone ? statusBefore : null,
    entry: { status: isUndone ? statusBefore : null, comment: `Not delivered after all: ${REASON_LABELS[reason]}` },
    news: isUndone ? 'correction' : null,
  };
}

/** A second phone's start says nothing new. */
function started(now: FactContext): Effect {
  const change = newStatus('delivery', 'Out for delivery', now);
  return now.isRunStarted && change.status === null ? nothing(now) : { ...nothing(now), ...change };
}

/**
 * The later scan has custody. A scan before a move changes nothing, and an ended run takes nothing
 * away.
 */
function loaded(now: FactContext): Effect {
  const { task, taskElsewhere, occurredAt, isRunStarted, hasRunEnded, shipment, delivery } = now;
  const loading = { status: null, comment: 'Loaded for delivery' };
  const isAsScanned = task.status === 'loaded' || task.status === 'delivered' || occurredAt <= task.changedAt;
  const isRepeat = task.wasScanned && isAsScanned;
  const entry = isRepeat ? null : loading;
  const isUnwanted = (shipment.isDeleted || shipment.status === 'cancelled') && !isRepeat;
  const unwanted: ExceptionKind[] = isUnwanted ? ['arrived-cancelled'] : [];
  if (delivery || shipment.isDeleted || shipment.status === 'delivered')
    return { ...nothing(now), entry, exceptions: unwanted };
  const wasMoved = task.status === 'moved' || taskElsewhere !== null;
  const isLater = occurredAt > (taskElsewhere?.loadedAt ?? task.changedAt);
  const exceptions: ExceptionKind[] = wasMoved && !taskElsewhere?.isSameCourier ? ['loaded-twice'] : [];
  exceptions.push(...unwanted);
  if (wasMoved && !isLater) return { ...nothing(now), exceptions };
  if (taskElsewhere && hasRunEnded) return { ...nothing(now), entry, exceptions };
  const next = nextTaskStatus(task.status, wasMoved ? 'take-over' : 'load');
  if (next !== 'loaded') return { ...nothing(now), entry, exceptions: unwanted };
  const isChange = next !== task.status;
  const start = isRunStarted ? newStatus('delivery', 'Out for delivery', now) : null;
  return {
    ...nothing(now),
    entry: isChange ? loading : entry,
    ...(start && (isChange || start.status !== null) && start),
    task: next,
    closesTaskElsewhere: taskElsewhere !== null,
    exceptions,
  };
}

/** It may be its task elsewhere that came back. */
function returned(now: FactContext): Effect {
  const { task, taskElsewhere, occurredAt } = now;
  const comment = 'Back at the depot';
  const mayBeInHand = taskElsewhere?.isSameCourier && !taskElsewhere.isPlan && !taskElsewhere.isLaterDay;
  if (mayBeInHand && occurredAt > (taskElsewhere.loadedAt ?? taskElsewhere.createdAt)) {
    return { ...nothing(now), closesTaskElsewhere: true, ...newStatus('held', comment, now), endsSearchAs: 'returned' };
  }
  const wasReturned = task.status === 'returned';
  const status = taskElsewhere && task.status === 'moved' ? task.status : nextTaskStatus(task.status, 'return');
  const endsSearchAs = status === 'returned' ? status : null;
  if (status !== 'returned' || taskElsewhere) {
    return { ...nothing(now), task: status, entry: wasReturned ? null : { status: null, comment }, endsSearchAs };
  }
  const change = newStatus('held', comment, now);
  return { ...nothing(now), task: status, ...(!(wasReturned && change.status === null) && change), endsSearchAs };
}
