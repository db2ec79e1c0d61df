/** What happens next to a parcel, and who decides: every page, email and interface says it in these words. */
import * as v from 'valibot';
import { type ChoiceRow, DECISIONS, type Decision, withdrawalOf } from './choices.ts';
import { formatDayOfWeek } from './dates.ts';
import { shiftDay } from './day.ts';
import type { FailureReason } from './delivery.ts';
import { amountOf, calendarDay, IdSchema, optionalText, requiredText, strictInput } from './field-schemas.ts';
import type { ShipmentStatus } from './shipment-status.ts';

export const NEXT_ACTS = ['bring-back', 'try-again', 'another-address', 'discard'] as const;
export type NextAct = (typeof NEXT_ACTS)[number];

/** The decision that an act is stored as: another address is tried, too. */
export const DECISION_OF: Record<NextAct, Decision> = {
  'bring-back': 'bring-back',
  'try-again': 'try-again',
  'another-address': 'try-again',
  discard: 'discard',
};
export const needsDay = (act: NextAct): boolean => DECISION_OF[act] === 'try-again';

export const ACT_LABELS: Record<NextAct, string> = {
  'bring-back': 'Bring it back',
  'try-again': 'Try again',
  'another-address': 'Deliver to another address',
  discard: 'Discard it',
};

const act = v.picklist(NEXT_ACTS, 'Choose what happens next from the list.');
export const DECISION_ENTRIES = {
  act,
  day: v.optional(calendarDay('Day')),
  address: v.optional(optionalText('New address', 200)),
  /** The price that the person has seen. */
  fee: v.optional(amountOf('Fee', 0)),
  /** The decision that this one replaces. */
  instead: v.optional(IdSchema),
};

/** choice.decide and choiceAdmin.decide. The device makes `decisionId`, so that a repeat decides nothing again. */
export const DecideNextSchema = strictInput({ id: IdSchema, decisionId: IdSchema, ...DECISION_ENTRIES });
export type DecideNext = v.InferOutput<typeof DecideNextSchema>;

/** What a person enters to have it tried again. */
export const tryFormSchema = (act: NextAct) =>
  v.object({
    day: calendarDay('Day'),
    address: act === 'another-address' ? requiredText('New address', 200) : optionalText('New address', 200),
  });

export const NextStepSchema = v.object({
  /** Who decides, or what we do: `again` is another visit. */
  kind: v.picklist(['again', 'sender', 'desk', 'receiver', 'over']),
  /** Why it wasn’t delivered, in words. */
  reason: v.optional(v.string()),
  /** When we try again, if it is known. */
  day: v.optional(v.string()),
  /** The last day on which the sender decides, and what counts after it. */
  until: v.optional(v.string()),
  otherwise: v.optional(v.picklist(['bring-back', 'desk'])),
  /** What was decided. */
  decision: v.optional(v.object({ id: v.string(), kind: v.picklist(DECISIONS) })),
});
export type NextStep = v.InferOutput<typeof NextStepSchema>;

/** What its reader can do, with its price if it has one, and on which days we can try again. */
export const ShownNextStepSchema = v.object({
  ...NextStepSchema.entries,
  /** What it is, in words for its reader. */
  says: v.string(),
  acts: v.array(v.object({ act: v.picklist(NEXT_ACTS), fee: v.optional(v.number()) })),
  days: v.array(v.string()),
});
export type ShownNextStep = v.InferOutput<typeof ShownNextStepSchema>;

export interface NextFacts {
  status: ShipmentStatus;
  isMissing: boolean;
  /** The last visit, if it failed: its day, its reason with the words for it, and whether a run tries it again by itself. */
  lastAttempt: { day: string; reason: FailureReason | null; why: string | null; triesAgain: boolean } | null;
  decision: { id: string; kind: Decision; day: string | null } | null;
  /** The day of the run that has taken it out again since. */
  runDay: string | null;
  isToCollect: boolean;
  isReturn: boolean;
  /** What it costs to bring it back; null where that can’t be done. */
  fee: number | null;
  isCovered: boolean;
  mayDiscard: boolean;
  decideDays: number;
}

/** Null while nothing has gone wrong: it is delivered as promised. */
export function nextStepOf(facts: NextFacts, today: string): NextStep | null {
  const { status, lastAttempt, decision, runDay } = facts;
  const reason = lastAttempt?.reason ?? null;
  const why = lastAttempt?.why ? { reason: lastAttempt.why } : {};
  const decided = decision && { decision: { id: decision.id, kind: decision.kind } };
  if (status === 'delivered' || status === 'cancelled') return { kind: 'over' };
  if (decision && decision.kind !== 'try-again') return { kind: 'over', ...why, ...decided };
  if (runDay !== null) return { kind: 'again', day: runDay };
  if (facts.isMissing || reason === 'carrier_parcel_lost') return { kind: 'desk', reason: 'Missing' };
  if (decision) return { kind: 'again', ...why, ...(decision.day && { day: decision.day }), ...decided };
  if (facts.isToCollect) return { kind: 'receiver' };
  if (lastAttempt && !lastAttempt.triesAgain) {
    const until = shiftDay(lastAttempt.day, facts.decideDays);
    if (facts.isReturn || today > until) return { kind: 'desk', ...why };
    return { kind: 'sender', ...why, until, otherwise: facts.fee !== null && facts.isCovered ? 'bring-back' : 'desk' };
  }
  if (status === 'failed') return { kind: 'desk', ...why };
  return lastAttempt && { kind: 'again', ...why };
}

/** The sender’s time is over, and nobody has decided: we bring it back. */
export const isDefaultDue = (facts: NextFacts, today: string): boolean =>
  nextStepOf(facts, today)?.kind === 'desk' &&
  nextStepOf(facts, facts.lastAttempt?.day ?? today)?.otherwise === 'bring-back';

/** What a reader can do at this step. Couriers and receivers decide nothing here: a receiver has choices. */
export function actsAt(step: NextStep | null, facts: NextFacts, reader: 'sender' | 'receiver' | 'desk'): NextAct[] {
  const { lastAttempt, runDay, isMissing, fee, mayDiscard } = facts;
  const isOpen =
    step?.kind === 'sender' ||
    (step?.kind === 'desk' && reader === 'desk' && !isMissing) ||
    (step?.kind === 'again' && lastAttempt !== null && runDay === null);
  if (!isOpen || reader === 'receiver') return [];
  const isAllowed: Partial<Record<NextAct, boolean>> = {
    'bring-back': fee !== null,
    discard: mayDiscard && step.kind !== 'again',
  };
  return NEXT_ACTS.filter((one) => isAllowed[one] ?? true);
}

export type NextReader = 'sender' | 'receiver' | 'desk' | 'courier';

/** `The sender decides until Monday 7 December what happens to it. Otherwise it goes back to the sender.` */
export function sayNextStep({ kind, day, until, otherwise, decision }: NextStep, reader: NextReader): string {
  const isSender = reader === 'sender';
  const goesBack = `goes back to ${isSender ? 'you' : 'the sender'}`;
  switch (kind) {
    case 'again':
      return day ? `We try again on ${formatDayOfWeek(day)}.` : 'We try again on another day.';
    case 'sender': {
      const last = formatDayOfWeek(until ?? '');
      const who = isSender ? `You decide until ${last}` : `The sender decides until ${last}`;
      const then = otherwise === 'bring-back' ? `it ${goesBack}` : 'our desk decides';
      return `${who} what happens to it. After that, ${then}.`;
    }
    case 'desk':
      return 'Our desk decides what happens to it.';
    case 'receiver':
      return `${reader === 'receiver' ? 'You collect' : 'The receiver collects'} it at our depot.`;
    case 'over':
      if (!decision) return 'It’s over.';
      return decision.kind === 'discard' ? 'It is discarded.' : `It ${goesBack}.`;
  }
}

/** The decision that holds about the last visit: a later visit that fails asks again, and so does another status. */
export function decisionIn<Row extends ChoiceRow>(
  rows: readonly Row[],
  { status, visitId }: { status: ShipmentStatus; visitId: string | null },
): (Row & { kind: Decision }) | null {
  const last = rows.findLast((row) => isDecision(row) && !withdrawalOf(rows, row));
  if (!last || !isDecision(last)) return null;
  const holds = last.kind === 'try-again' ? status !== 'failed' && last.ofId === visitId : status === 'failed';
  return holds ? last : null;
}

export const isDecision = <Row extends ChoiceRow>(row: Row): row is Row & { kind: Decision } =>
  (DECISIONS as readonly string[]).includes(row.kind);
