/** Choices are never changed: their state is derived. */
import * as v from 'valibot';
import { formatDayOfWeek } from './dates.ts';
import type { ProofPolicy } from './delivery.ts';
import {
  calendarDay,
  IdSchema,
  moment,
  optionalText,
  requiredText,
  strictInput,
  wholeNumber,
} from './field-schemas.ts';
import { type ShipmentStatus, statusLabel } from './shipment-status.ts';

export const CHOICE_KINDS = ['note', 'safe-place', 'neighbour', 'day', 'hold', 'address'] as const;
export type ChoiceKind = (typeof CHOICE_KINDS)[number];

export const RATINGS = ['went-well', 'went-badly'] as const;
/** The last one counts. */
export const MAX_RATINGS = 3;

export const DECISIONS = ['bring-back', 'try-again', 'discard'] as const;
export type Decision = (typeof DECISIONS)[number];

/** The table holds these, too. `of` is a choice, or the visit that a decision is about. */
export const CHOICE_ACTS = ['withdraw', 'dispute', 'lock', 'unlock', ...RATINGS, ...DECISIONS] as const;

/** A newer choice of a group replaces the one before. */
export const GROUP_OF_KIND = {
  note: 'note',
  'safe-place': 'place',
  neighbour: 'place',
  day: 'when',
  hold: 'when',
  address: 'address',
} as const satisfies Record<ChoiceKind, string>;

export const CHOICE_STATES = [
  'waiting',
  'on-phone',
  'counted',
  'too-late',
  'withdrawn',
  'declined',
  'disputed',
] as const;
export type ChoiceState = (typeof CHOICE_STATES)[number];

export const MAX_CHOICES = 10;
export const MAX_CHOICES_AN_HOUR = 3;
export const READY_NOTES = ['Needs time to come to the door', 'Knock loudly', 'Can’t take stairs', 'Call on arrival'];

export const CHOICE_TEXT_LABELS: Partial<Record<ChoiceKind, string>> = {
  note: 'Note for the courier',
  'safe-place': 'Place',
  neighbour: 'House or flat',
  address: 'New address',
};

/** One text per version, because people agreed to it. */
export const CONSENTS: readonly string[] = [
  'The parcel counts as delivered once it is left there. From then on, I bear the risk that it is lost or damaged.',
];
export const CONSENT = CONSENTS.length;
export const needsConsent = (kind: ChoiceKind): boolean => kind === 'safe-place' || kind === 'neighbour';

/** `text` is the note, the place or the neighbour’s house. */
export const MakeChoiceSchema = strictInput({
  id: IdSchema,
  choiceId: IdSchema,
  kind: v.picklist(CHOICE_KINDS, 'Choose from the list.'),
  text: v.optional(optionalText('Text', 200), ''),
  name: v.optional(optionalText('Name', 100), ''),
  day: v.optional(calendarDay('Day')),
  /** It is the version of the words that were agreed to. */
  consent: v.optional(wholeNumber('This consent doesn’t exist.')),
  askedAt: v.optional(moment('Time')),
});
export type MakeChoice = v.InferOutput<typeof MakeChoiceSchema>;

export const choiceFormSchema = (kind: ChoiceKind) => {
  const label = CHOICE_TEXT_LABELS[kind];
  return v.object({
    text: label ? requiredText(label, 200) : optionalText('Text', 200),
    name: kind === 'neighbour' ? requiredText('Name', 100) : optionalText('Name', 100),
    day: kind === 'day' ? calendarDay('Day') : v.optional(v.string()),
    consent: needsConsent(kind) ? v.literal(true, 'Please agree first.') : v.optional(v.boolean()),
  });
};

/** choice.withdraw. */
export const WithdrawChoiceSchema = strictInput({ id: IdSchema, choiceId: IdSchema });
export type WithdrawChoice = v.InferOutput<typeof WithdrawChoiceSchema>;

/** choiceAdmin.lock. */
export const LockChoicesSchema = strictInput({ id: IdSchema, locked: v.boolean('Locked must be true or false.') });
export type LockChoices = v.InferOutput<typeof LockChoicesSchema>;

/** `take`: the desk takes it out of its run. */
export const AnswerWishSchema = strictInput({
  id: IdSchema,
  choiceId: IdSchema,
  take: v.boolean('Take must be true or false.'),
});
export type AnswerWish = v.InferOutput<typeof AnswerWishSchema>;

/** A party asks this of the desk once the parcel’s run is released. */
export const WishSchema = v.object({
  choiceId: v.string(),
  kind: v.picklist(['day', 'hold']),
  day: v.nullable(v.string()),
});
export type Wish = v.InferOutput<typeof WishSchema>;
export const formatWish = ({ kind, day }: Wish): string =>
  kind === 'day' ? `wants ${formatDayOfWeek(day ?? '')}` : 'wants to collect it at the depot';

/** choice.rate. */
export const RateSchema = strictInput({
  id: IdSchema,
  kind: v.picklist(RATINGS, 'Kind must be went-well or went-badly.'),
  text: v.optional(optionalText('Text', 200), ''),
});
export type Rate = v.InferOutput<typeof RateSchema>;
export const RatingWordsSchema = v.object({ text: optionalText('Text', 200) });

const RatingSchema = v.object({ kind: v.picklist(RATINGS), text: v.string() });
export type Rating = v.InferOutput<typeof RatingSchema>;

const valueEntries = { text: v.string(), name: v.string(), day: v.nullable(v.string()) };

export const DoorChoiceSchema = v.object({
  kind: v.picklist(['note', 'safe-place', 'neighbour']),
  text: v.string(),
  name: v.string(),
});
export type DoorChoice = v.InferOutput<typeof DoorChoiceSchema>;

export const ChoiceSchema = v.object({
  id: v.string(),
  kind: v.picklist(CHOICE_KINDS),
  ...valueEntries,
  party: v.picklist(['sender', 'receiver']),
  state: v.picklist(CHOICE_STATES),
  askedAt: v.string(),
  onPhoneAt: v.optional(v.string()),
  /** Withdrawn, but a phone may still show it. */
  isStillOnPhone: v.optional(v.boolean()),
});
export type Choice = v.InferOutput<typeof ChoiceSchema>;

const OptionSchema = v.object({
  kind: v.picklist(CHOICE_KINDS),
  /** Why not. */
  refusal: v.optional(v.string()),
});
export type ChoiceOption = v.InferOutput<typeof OptionSchema>;

/** It has the addresses that a sender has not yet agreed to or declined. */
export const AskedAddressesSchema = v.array(
  v.object({
    id: v.string(),
    choiceId: v.string(),
    text: v.string(),
    trackingId: v.string(),
    reference: v.string(),
    description: v.string(),
    receiverName: v.string(),
  }),
);
export type AskedAddresses = v.InferOutput<typeof AskedAddressesSchema>;
export const MAX_ASKED_ADDRESSES = 50;

export const ChoicesSchema = v.object({
  made: v.array(ChoiceSchema),
  options: v.array(OptionSchema),
  /** Days that can be chosen. */
  days: v.array(v.string()),
  locked: v.optional(v.boolean()),
  /** Somebody says that others made the choices. */
  disputed: v.optional(v.boolean()),
  canLock: v.optional(v.boolean()),
  /** Only the receiver and the desk see it. Null until given. */
  rating: v.optional(v.nullable(RatingSchema)),
});
export type Choices = v.InferOutput<typeof ChoicesSchema>;

/** `Leave with number 12, Bell`. */
export function formatChoice({
  kind,
  text,
  name,
  day,
}: Pick<DoorChoice, 'text' | 'name'> & { kind: ChoiceKind; day?: string | null }): string {
  switch (kind) {
    case 'neighbour':
      return `Leave with ${[text, name].filter(Boolean).join(', ')}`;
    case 'safe-place':
      return `Leave here: ${text}`;
    case 'hold':
      return 'Hold at the depot';
    case 'day':
      return `Deliver on ${formatDayOfWeek(day ?? '')}`;
    case 'address':
      return `Deliver to ${text}`;
    case 'note':
      return text;
  }
}

/** The desk should decide first about such a parcel. */
export function whyChosenOtherwise(rows: readonly ChoiceRow[], runDay: string): string | null {
  if (isDisputed(rows)) return 'Its choices are disputed';
  const when = activeChoices(rows).find(
    ({ kind, day }) => kind === 'hold' || (kind === 'day' && day !== null && day > runDay),
  );
  return when ? `Chosen: ${formatChoice(when)}` : null;
}

export interface ChoiceRow {
  id: string;
  kind: ChoiceKind | (typeof CHOICE_ACTS)[number];
  ofId: string | null;
  text: string;
  name: string;
  day: string | null;
  party: 'sender' | 'receiver' | 'desk';
  askedAt: Date;
  createdAt: Date;
  runId: string | null;
  runVersion: number | null;
}
type MadeRow = ChoiceRow & { kind: ChoiceKind; party: 'sender' | 'receiver' };

/** The run that has the parcel, or delivered it. */
export interface Door {
  runId: string;
  /** When it got the parcel. */
  since: Date;
  status: string;
  day: string;
  /** The first version that has the parcel; null if unknown. */
  sinceVersion: number | null;
  /** The courier who delivered it saw this version; null until then. */
  deliveredVersion: number | null;
  isNext: boolean;
  /** What its phones have stored. */
  devices: readonly { version: number; at: Date }[];
}

export const isMade = (row: ChoiceRow): row is MadeRow => row.kind in GROUP_OF_KIND && row.party !== 'desk';
export const withdrawalOf = (rows: readonly ChoiceRow[], { id }: ChoiceRow) =>
  rows.find(({ kind, ofId }) => kind === 'withdraw' && ofId === id);

/** Expects rows in the order they were made. */
export const isLocked = (rows: readonly ChoiceRow[]): boolean => {
  const last = rows.findLast(({ kind }) => kind === 'lock' || kind === 'unlock' || kind === 'dispute');
  return last !== undefined && last.kind !== 'unlock';
};

export const isDisputed = (rows: readonly ChoiceRow[]): boolean =>
  rows.findLast(({ kind }) => kind === 'dispute' || kind === 'unlock')?.kind === 'dispute';

export function activeChoices(rows: readonly ChoiceRow[]): MadeRow[] {
  const disputed = rows.findLastIndex(({ kind }) => kind === 'dispute');
  return rows.filter(
    (row, index): row is MadeRow =>
      isMade(row) &&
      index > disputed &&
      !withdrawalOf(rows, row) &&
      !rows.slice(index + 1).some((later) => replaces(later, row)),
  );
}

export function wishIn(rows: readonly ChoiceRow[]): { row: MadeRow; wish: Wish } | null {
  for (const row of activeChoices(rows))
    if (row.kind === 'day' || row.kind === 'hold')
      return { row, wish: { choiceId: row.id, kind: row.kind, day: row.day } };
  return null;
}

/** An earlier address stays agreed until the sender agrees to the later one. */
const replaces = (later: ChoiceRow, row: MadeRow) =>
  isMade(later) &&
  GROUP_OF_KIND[later.kind] === GROUP_OF_KIND[row.kind] &&
  !(row.kind === 'address' && row.party === 'sender' && later.party === 'receiver');

/** The first version of a run with this row. A phone of unknown version has nothing. */
function versionIn({ runId, sinceVersion }: Door, row: ChoiceRow): number {
  const since = sinceVersion ?? (row.runId === runId ? 0 : Number.POSITIVE_INFINITY);
  return row.runId === runId ? Math.max(row.runVersion ?? Number.POSITIVE_INFINITY, since) : since;
}

export function describeMade(rows: readonly ChoiceRow[], door: Door | null, isOver: boolean): Choice[] {
  const active = new Set(activeChoices(rows));
  const disputed = rows.findLastIndex(({ kind }) => kind === 'dispute');
  const reached = (row: ChoiceRow) =>
    door?.devices
      .filter(({ version }) => version >= versionIn(door, row))
      .toSorted((one, other) => one.at.getTime() - other.at.getTime())[0];
  return rows.filter(isMade).map((row): Choice => {
    const { id, kind, text, name, day, party, askedAt } = row;
    const isAddress = kind === 'address';
    const isCourier = GROUP_OF_KIND[kind] !== 'when' && !isAddress;
    const device = isCourier ? reached(row) : undefined;
    // The courier never saw what was chosen after the run had lost the parcel.
    const wasThere = door !== null && (row.runId === door.runId || row.createdAt < door.since);
    const wasSeen = wasThere && (door.deliveredVersion ?? -1) >= versionIn(door, row);
    const isMet = isAddress
      ? party === 'sender' && (door?.deliveredVersion == null || wasSeen)
      : !door || door.status === 'planned' || (day !== null && door.day >= day);
    let state: ChoiceState = isCourier ? (device ? 'on-phone' : 'waiting') : isMet ? 'counted' : 'waiting';
    if (isOver) state = (isCourier ? wasSeen : isMet) ? 'counted' : 'too-late';
    if (!active.has(row)) state = rows.indexOf(row) < disputed && !withdrawalOf(rows, row) ? 'disputed' : 'withdrawn';
    const withdrawal = withdrawalOf(rows, row);
    const isReplaced = rows.slice(rows.indexOf(row) + 1).some((later) => replaces(later, row));
    // The desk withdrew it, or the sender does not agree to the address.
    if (withdrawal && !isReplaced && (withdrawal.party === 'desk' || (isAddress && withdrawal.party !== party)))
      state = 'declined';
    const isStillOnPhone = state === 'withdrawn' && withdrawal && device && !isOver && !reached(withdrawal);
    return {
      id,
      kind,
      text,
      name,
      day,
      party,
      state,
      askedAt: askedAt.toISOString(),
      ...(state === 'on-phone' && device && { onPhoneAt: device.at.toISOString() }),
      ...(isStillOnPhone && { isStillOnPhone: true }),
    };
  });
}

export const declinedWhy = (kind: ChoiceKind): string =>
  kind === 'address'
    ? 'The sender didn’t agree, so it comes to the address as before.'
    : 'Our desk couldn’t do it: it’s already on a courier’s run, so it comes as planned.';

interface ChoiceSituation {
  status: ShipmentStatus;
  door: Door | null;
  locked: boolean;
  proof: ProofPolicy;
  needsCode: boolean;
  hasCod: boolean;
}

const OVER: readonly ShipmentStatus[] = ['delivered', 'cancelled', 'failed'];
export const isDeliveryOver = (status: ShipmentStatus): boolean => OVER.includes(status);

/** Its receiver collects it. */
export const isToBeHeld = ({ made }: Pick<Choices, 'made'>): boolean =>
  made.some(({ kind, state }) => kind === 'hold' && ['waiting', 'on-phone', 'counted'].includes(state));

/** A receiver’s address counts once the sender chooses it, too. */
export const addressOf = (rows: readonly ChoiceRow[], by: 'sender' | 'receiver'): string | null =>
  activeChoices(rows).find(({ kind, party }) => kind === 'address' && party === by)?.text ?? null;

/** Addresses that the sender agreed to, since the last dispute. */
export const agreements = (rows: readonly ChoiceRow[]): ChoiceRow[] =>
  rows
    .slice(rows.findLastIndex(({ kind }) => kind === 'dispute') + 1)
    .filter(({ kind, party }) => kind === 'address' && party === 'sender');

/** Returns null if the kind can be chosen now. */
export function choiceRefusal(
  kind: ChoiceKind,
  { status, door, locked, proof, needsCode, hasCod }: ChoiceSituation,
): { reason: 'too-late' | 'locked' | 'not-here'; sentence: string } | null {
  const group = GROUP_OF_KIND[kind];
  if (isDeliveryOver(status))
    return { reason: 'too-late', sentence: `This parcel is ${statusLabel(status).toLowerCase()}.` };
  if (locked) return { reason: 'locked', sentence: 'Choices are locked for this parcel. Ask the sender or our desk.' };
  if (group === 'place' && proof.signature === 'required')
    return { reason: 'not-here', sentence: 'It’s only handed over for a signature.' };
  if (group === 'place' && needsCode) return { reason: 'not-here', sentence: 'It’s only handed over for a code.' };
  if (group === 'place' && hasCod) return { reason: 'not-here', sentence: 'The courier collects money at the door.' };
  if (kind === 'hold' && hasCod)
    return { reason: 'not-here', sentence: 'The courier collects money at the door. Nobody takes it at the depot.' };
  if (kind === 'address' && door && door.status !== 'planned')
    return { reason: 'too-late', sentence: 'It’s on a courier’s run already.' };
  if (group !== 'when' && door?.status === 'active' && door.isNext)
    return { reason: 'too-late', sentence: 'The courier is on the way to you now.' };
  return null;
}
