import type { Choice, Choices } from './choices.ts';
import type { Payment } from './cod.ts';
import { dayIn } from './dates.ts';
import type { CodeRule } from './delivery.ts';
import type { NextStep } from './next-step.ts';
import type { Today } from './shipment.ts';
import { OPEN_STATUSES, type ShipmentStatus } from './shipment-status.ts';
import { isTodayOver } from './today.ts';

/** Pages and the server derive a promise from the same facts. */
export interface PromiseFacts {
  status: ShipmentStatus;
  today?: Today | undefined;
  deliveryDate?: string | null;
  choices?: Pick<Choices, 'made' | 'options' | 'days'> | undefined;
  cod?: number | undefined;
  paid?: Payment | undefined;
  nextStep?: Pick<NextStep, 'kind'> | undefined;
  /** The rule of its proof policy. */
  code?: CodeRule | undefined;
}

export interface ParcelPromise {
  /** Null while nobody knows it. */
  day: string | null;
  /** `registered`: it should arrive by that day. */
  by: 'run' | 'choice' | 'registered' | null;
  /** Null once the courier has come. */
  window: { from: string; to: string } | null;
  /** The courier isn’t out with it while this is missing. */
  stopsBefore?: number;
  /** Its receiver collects it at the depot. */
  isToCollect: boolean;
  /** The courier knows of this place. */
  place: Choice | null;
  /** It is in the brand’s currency; 0 for nothing, or once it is paid. */
  toPay: number;
  needsCode: boolean;
  /** Its parties can choose until then; null if they cannot. */
  changeableUntil: 'run' | 'next-stop' | null;
}

/** All texts about a promise come from this. */
export function promiseOf(facts: PromiseFacts, now: Date, timeZone: string): ParcelPromise {
  const { status, today, choices, cod = 0, paid, nextStep, code = 'off' } = facts;
  const isOpen = OPEN_STATUSES.includes(status);
  const isUndecided = nextStep?.kind === 'sender' || nextStep?.kind === 'desk';
  const run = isOpen && today && !isTodayOver(today, now, timeZone) ? today : null;
  const active = choices?.made.filter(({ state }) => state === 'counted' || state === 'on-phone') ?? [];
  const isToCollect = isOpen && !run && active.some(({ kind }) => kind === 'hold');
  const place = active.find(({ kind, text }) => text !== '' && (kind === 'safe-place' || kind === 'neighbour'));
  const canChange = isOpen && choices?.options.some(({ refusal }) => refusal === undefined);
  return {
    ...(isOpen && !isToCollect && !isUndecided ? dayOf({ ...facts, today: run ?? undefined }, now, timeZone) : NO_DAY),
    ...(run?.stopsBefore !== undefined && { stopsBefore: run.stopsBefore }),
    isToCollect,
    place: isOpen && !isToCollect && place ? place : null,
    toPay: isOpen && !paid ? cod : 0,
    needsCode: isToCollect || (run !== null && code !== 'off'),
    changeableUntil: canChange ? (run ? 'next-stop' : 'run') : null,
  };
}

const NO_DAY: Pick<ParcelPromise, 'day' | 'by' | 'window'> = { day: null, by: null, window: null };

function dayOf({ today, deliveryDate, choices }: PromiseFacts, now: Date, timeZone: string): typeof NO_DAY {
  const thisDay = dayIn(timeZone, now);
  const on = (iso: string) => dayIn(timeZone, new Date(iso));
  if (today) {
    const { state, day, stopsBefore, from, to } = today;
    if (from && to && new Date(to) >= now) return { day: on(from), by: 'run', window: { from, to } };
    if (state === 'on-a-run') return { day, by: 'run', window: null };
    // A door that was tried has none.
    return stopsBefore === undefined ? NO_DAY : { day: thisDay, by: 'run', window: null };
  }
  const agreed = choices?.made.find(({ kind, state }) => kind === 'day' && state === 'counted')?.day;
  // It may have become a day off since.
  const kept = agreed === thisDay ? agreed : agreed && choices?.days.find((day) => day >= agreed);
  if (agreed && agreed >= thisDay && kept) return { day: kept, by: 'choice', window: null };
  const due = deliveryDate ? on(deliveryDate) : '';
  return due >= thisDay ? { day: due, by: 'registered', window: null } : NO_DAY;
}

/** It follows an amount. Nobody takes money at the depot. */
export const HOW_TO_PAY = 'in cash or by card at the door';
