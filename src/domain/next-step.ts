/** Every page, email and interface words the next step of a parcel with this. */
import * as v from 'valibot';
import { type ChoiceRow, DECISIONS, type Decision, withdrawalOf } from './choices.ts';
import { formatDayOfWeek } from './dates.ts';
import { shiftDay } from './day.ts';
import type { FailureReason } from './delivery.ts';
import { amountOf, calendarDay, IdSchema, optionalText, requiredText, strictInput } from './field-schemas.ts';
import { REASON_LABELS } from './reasons.ts';
import type { ShipmentStatus } from './shipment-status.ts';

export const NEXT_ACTS = ['bring-back', 'try-again', 'another-address', 'discard'] as const;
export type NextAct = (typeof NEXT_ACTS)[number];

/** Another address is another try. */
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
  /** The person has seen this price. */
  fee: v.optional(amountOf('Fee', 0)),
  instead: v.optional(IdSchema),
};

/** The device makes `decisionId`, so that a repeat decides nothing again. */
export const DecideNextSchema = strictInput({ id: IdSchema, decisionId: IdSchema, ...DECISION_ENTRIES });
export type DecideNext = v.InferOutput<typeof DecideNextSchema>;

export const tryFormSchema = (act: NextAct) =>
  v.object({
    day: calendarDay('Day'),
    address: act === 'another-address' ? requiredText('New address', 200) : optionalText('New address', 200),
  });

export const NextStepSchema = v.object({
  /** It names who decides; `again` is another visit. */
  kind: v.picklist(['again', 'sender', 'desk', 'receiver', 'over']),
  reason: v.optional(v.string()),
  day: v.optional(v.string()),
  /** The sender can decide until this day, then `otherwise` counts. */
  until: v.optional(v.string()),
  otherwise: v.optional(v.picklist(['bring-back', 'desk'])),
  decision: v.optional(v.object({ id: v.string(), kind: v.picklist(DECISIONS) })),
  isInVan: v.optional(v.boolean()),
  isMissing: v.optional(v.boolean()),
});
export type NextStep = v.InferOutput<typeof NextStepSchema>;

export const ShownNextStepSchema = v.object({
  ...NextStepSchema.entries,
  says: v.string(),
  acts: v.array(v.object({ act: v.picklist(NEXT_ACTS), fee: v.optional(v.number()) })),
  days: v.array(v.string()),
});
export type ShownNextStep = v.InferOutput<typeof ShownNextStepSchema>;

/** shipper.getUndecided: what its sender decides. */
export const UndecidedSchema = v.array(
  v.object({
    trackingId: v.string(),
    reference: v.string(),
    description: v.string(),
    says: v.string(),
    reason: v.optional(v.string()),
  }),
);
export type Undecided = v.InferOutput<typeof UndecidedSchema>;
export const MAX_UNDECIDED = 50;

/** A missing fact is unknown, such as on a phone without a network. */
export interface NextFacts {
  status: ShipmentStatus;
  /** Null unless the last visit failed. `askedOn`: since when its sender is asked. */
  lastAttempt: { reason: string | null; askedOn?: string } | null;
  isMissing?: boolean;
  isInVan?: boolean;
  /** `on`: the day on which it was made. */
  decision?: { id: string; kind: Decision; day: string | null; on?: string } | null;
  /** A later run took it out again on this day. */
  runDay?: string | null;
  isToCollect?: boolean;
  isReturn?: boolean;
  /** Null where it can’t be brought back. */
  fee?: number | null;
  isCovered?: boolean;
  mayDiscard?: boolean;
  decideDays?: number;
  today?: string;
}

/** The sender decides before another try. */
const ASKS_SENDER: readonly string[] = [
  'consignee_incorrect_address',
  'consignee_refused',
  'refuses_to_pay',
  'carrier_damaged_parcel',
] satisfies FailureReason[];
/** Reasons of a later version have no words. */
const REASONS: Partial<Record<string, string>> = REASON_LABELS;

/** Null while it is delivered as promised. */
export function nextStepOf(facts: NextFacts): NextStep | null {
  const { status, lastAttempt, decision, runDay, isInVan, today = '' } = facts;
  if (status === 'delivered' || status === 'cancelled') return { kind: 'over' };
  const reason = lastAttempt?.reason ?? '';
  const why = REASONS[reason] ? { reason: REASONS[reason] } : {};
  const decided = decision && { decision: { id: decision.id, kind: decision.kind } };
  const isAsked = ASKS_SENDER.includes(reason) && !facts.isReturn;
  const until =
    isAsked && lastAttempt?.askedOn && facts.decideDays !== undefined
      ? { until: shiftDay(lastAttempt.askedOn, facts.decideDays) }
      : null;
  if (decision && decision.kind !== 'try-again') {
    const isLate = until !== null && decision.on !== undefined && decision.on > until.until;
    return { kind: 'over', ...why, ...(isLate && until), ...decided };
  }
  if (runDay) return { kind: 'again', day: runDay };
  const isLost = reason === 'carrier_parcel_lost';
  if (facts.isMissing || (isLost && isInVan)) return { kind: 'desk', reason: 'Missing', isMissing: true };
  if (decision) return { kind: 'again', ...why, ...(decision.day && { day: decision.day }), ...decided };
  if (facts.isToCollect) return { kind: 'receiver' };
  const here = { ...why, ...(isInVan && { isInVan }) };
  if (isAsked) {
    if (until && today > until.until) return { kind: 'desk', ...here, ...until };
    const otherwise = canBringBack(facts) ? 'bring-back' : 'desk';
    return { kind: 'sender', ...here, ...(until && { ...until, otherwise }) };
  }
  if (status === 'failed' || isLost || ASKS_SENDER.includes(reason)) return { kind: 'desk', ...here };
  return lastAttempt && { kind: 'again', ...here };
}

export const needsDecision = ({ nextStep }: { nextStep?: NextStep | undefined }): boolean =>
  nextStep !== undefined && nextStep.kind !== 'again';

/** The courier’s phone derives it without a network. */
const afterVisit = (reason: string | null, isReturn = false) =>
  nextStepOf({ status: 'delivery', lastAttempt: { reason }, isInVan: true, isReturn });

export function sayAfterVisit(reason: string | null, isReturn?: boolean): string {
  const step = afterVisit(reason, isReturn);
  return step ? sayNextStep(step, 'courier') : '';
}

export const triesAgain = (reason: string | null): boolean => afterVisit(reason)?.kind === 'again';

const canBringBack = ({ fee = null, isCovered }: NextFacts): boolean => fee !== null && isCovered === true;

/** The sender’s time is over without a decision, so we bring it back. */
export function isDefaultDue(facts: NextFacts): boolean {
  const step = nextStepOf(facts);
  return step?.kind === 'desk' && step.until !== undefined && canBringBack(facts);
}

/** Couriers and receivers decide nothing here: a receiver has choices. */
export function actsAt(step: NextStep | null, facts: NextFacts, reader: 'sender' | 'receiver' | 'desk'): NextAct[] {
  const { lastAttempt, runDay, isReturn, fee = null, mayDiscard } = facts;
  const isOpen =
    step?.kind === 'sender' ||
    (step?.kind === 'desk' && reader === 'desk' && !step.isMissing) ||
    (step?.kind === 'again' && lastAttempt !== null && !runDay);
  // The sender of a return doesn’t say where it goes.
  const mayDecide = reader === 'desk' || (reader === 'sender' && !isReturn);
  if (!isOpen || !mayDecide) return [];
  const isAllowed: Partial<Record<NextAct, boolean>> = {
    'bring-back': fee !== null,
    discard: mayDiscard === true && step.kind !== 'again',
  };
  return NEXT_ACTS.filter((one) => isAllowed[one] ?? true);
}

export type NextReader = 'sender' | 'receiver' | 'desk' | 'courier';

const senderAs = (reader: NextReader) => (reader === 'sender' ? 'You' : 'The sender');

/**
 * Returns all that a text has room for: `The sender decides until Monday 7 December what happens to
 * it.`
 */
export function sayShortly(step: NextStep, reader: NextReader, isMany = false): string {
  const { kind, day, until, isInVan, isMissing, decision } = step;
  const [it, goes] = isMany ? ['them', 'They go'] : ['it', 'It goes'];
  switch (kind) {
    case 'again':
      if (day) return `We try again on ${formatDayOfWeek(day)}.`;
      return isInVan ? 'We may try again today. If not, we’ll try on another day.' : 'We try again on another day.';
    case 'sender': {
      const last = until ? ` until ${formatDayOfWeek(until)}` : '';
      return `${senderAs(reader)} ${reader === 'sender' ? 'decide' : 'decides'}${last} what happens to ${it}.`;
    }
    case 'desk':
      return isMissing
        ? `${isMany ? 'They’re' : 'It’s'} missing, and we’re looking for ${it}.`
        : `Our desk decides what happens to ${it}.`;
    case 'receiver':
      return `${reader === 'receiver' ? 'You collect' : 'The receiver collects'} ${it} at our depot.`;
    case 'over':
      if (!decision) return isMany ? 'They’re over.' : 'It’s over.';
      return decision.kind === 'discard'
        ? isMany
          ? 'They are discarded.'
          : 'It is discarded.'
        : `${goes} back to ${senderAs(reader).toLowerCase()}.`;
  }
}

/** Adds what comes before and what counts afterwards. */
export function sayNextStep(step: NextStep, reader: NextReader, isMany = false): string {
  const { kind, until, otherwise, isInVan } = step;
  const back = isInVan && kind !== 'again' ? `${isMany ? 'They go' : 'It goes'} back to our depot. ` : '';
  const isLate = until !== undefined && kind !== 'sender';
  const late = isLate ? `${senderAs(reader)} didn’t decide by ${formatDayOfWeek(until)}. ` : '';
  const then =
    otherwise === 'bring-back'
      ? `${isMany ? 'they go' : 'it goes'} back to ${senderAs(reader).toLowerCase()}`
      : 'our desk decides';
  return `${back}${late}${sayShortly(step, reader, isMany)}${otherwise ? ` After that, ${then}.` : ''}`;
}

/** A later failed visit asks again, and so does another status. */
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
