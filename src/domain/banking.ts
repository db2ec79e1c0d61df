/** What comes from the bank (camt.053), and what goes to it (pain.001). */
import * as v from 'valibot';
import { COLLECTED_METHODS } from './cod.ts';
import { IdSchema, optionalText, strictInput } from './field-schemas.ts';
import { MAX_SEARCH_LENGTH, PageNumberSchema, PageSizeSchema } from './paged.ts';
import { PayoutSchema, UpdatedTransactionSchema } from './transaction.ts';

export const MAX_STATEMENT_BYTES = 10_000_000;
export const STATEMENT_TOO_LARGE = 'A bank statement can have up to 10 MB. Export fewer days.';
export const MAX_STATEMENT_ENTRIES = 10_000;
export const MAX_BOOKED_AT_ONCE = 100;
export const MAX_PAYOUTS_IN_FILE = 5_000;

/** Amounts have the account’s sign: money out is negative. */
export const ENTRY_STATES = ['open', 'booked', 'aside'] as const;
export type EntryState = (typeof ENTRY_STATES)[number];

/** `bills`: several in one transfer. `cod`: paid ahead. The last four take back what was booked. */
export const ENTRY_KINDS = [
  'bill',
  'bills',
  'account',
  'cod',
  'payout',
  'payout-file',
  'bill-returned',
  'account-returned',
  'cod-returned',
  'payout-returned',
] as const;

/** An entry with a problem is not booked. */
const EntryMatchSchema = v.object({
  kind: v.picklist(ENTRY_KINDS),
  user: v.nullable(v.object({ id: v.string(), name: v.string() })),
  trackingId: v.nullable(v.string()),
  problem: v.nullable(v.string()),
  toBalance: v.optional(v.boolean()),
  /** It has no reference: its account has paid for this person before, or it names a shipment. */
  guess: v.optional(v.boolean()),
});
export type EntryMatch = v.InferOutput<typeof EntryMatchSchema>;

export const BankEntrySchema = v.object({
  id: v.string(),
  bookedOn: v.string(),
  amount: v.number(),
  name: v.string(),
  text: v.string(),
  state: v.picklist(ENTRY_STATES),
  match: v.nullable(EntryMatchSchema),
  /** It was counted at the depot and has come to the bank. */
  moved: v.optional(v.picklist(COLLECTED_METHODS)),
  /** It may be the same as an earlier one. */
  alike: v.optional(v.boolean()),
});
export type BankEntry = v.InferOutput<typeof BankEntrySchema>;

/** Finds only entries to decide on, unless `all`. */
export const BankEntriesSchema = strictInput({
  page: PageNumberSchema,
  size: PageSizeSchema,
  all: v.optional(v.boolean('All must be true or false.')),
});
export type EntrySearch = v.InferOutput<typeof BankEntriesSchema>;

export const BookEntriesSchema = strictInput({
  ids: v.pipe(
    v.array(IdSchema, 'IDs must be a list.'),
    v.nonEmpty('IDs are required.'),
    v.maxLength(MAX_BOOKED_AT_ONCE, `IDs can be ${MAX_BOOKED_AT_ONCE} at most.`),
  ),
  /** It adds to balances whatever differs from the bill. */
  toBalance: v.optional(v.boolean('To balance must be true or false.')),
  /** It also books guesses, and what may be the same as another. */
  another: v.optional(v.boolean('Another must be true or false.')),
});
export type BookEntries = v.InferOutput<typeof BookEntriesSchema>;

/** `waits` counts those that a second person has to approve. */
export const BookedEntriesSchema = v.object({
  booked: v.number(),
  waits: v.number(),
  problems: v.array(v.object({ id: v.string(), message: v.string() })),
});
export type BookedEntries = v.InferOutput<typeof BookedEntriesSchema>;

/** A tenth missing from a bill is no slip and no bank’s charge. */
export const isFarShort = (bill: number, paid: number): boolean => bill - paid > bill * 0.1;

const ids = (what: string) =>
  v.pipe(
    v.array(IdSchema, `${what} must be a list.`),
    v.maxLength(MAX_PAYOUTS_IN_FILE, `${what} can be ${MAX_PAYOUTS_IN_FILE} at most.`),
  );

/**
 * Money above a bill goes to its payer’s balance, and a small shortage is let go. `moved`: what
 * couriers handed in, or card companies paid. `failed`: what the bank left out of a file.
 */
export const AssignEntrySchema = strictInput({
  id: IdSchema,
  to: v.variant(
    'kind',
    [
      strictInput({ kind: v.literal('account'), userId: IdSchema }),
      strictInput({ kind: v.literal('bill'), billId: IdSchema }),
      strictInput({ kind: v.literal('moved'), from: v.picklist(COLLECTED_METHODS, 'Choose cash or cards.') }),
      strictInput({ kind: v.literal('payouts'), failed: ids('Withdrawals') }),
    ],
    'Choose what this is.',
  ),
});
export type AssignEntry = v.InferOutput<typeof AssignEntrySchema>;
export const AssignedSchema = v.object({ waits: v.boolean() });

/** Finds candidates by name, email or tracking ID, or by what the bank says. */
export const EntryChoicesSchema = strictInput({
  id: IdSchema,
  q: v.optional(optionalText('Search', MAX_SEARCH_LENGTH)),
});
export const EntryChoicesOutSchema = v.object({
  people: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      email: v.string(),
      bills: v.array(v.object({ id: v.string(), amount: v.number(), summary: v.string(), trackingId: v.string() })),
    }),
  ),
  /** This is counted, and not at the bank yet. */
  toMove: v.object({ cash: v.number(), card: v.number() }),
  /** These withdrawals are in the file that it pays. */
  payouts: v.array(v.object({ id: v.string(), name: v.string(), amount: v.number() })),
});
export type EntryChoices = v.InferOutput<typeof EntryChoicesOutSchema>;

export const SetAsideSchema = strictInput({ id: IdSchema, aside: v.boolean('Choose whether to set it aside.') });
export type SetAside = v.InferOutput<typeof SetAsideSchema>;

export const LEFT_REASONS = ['pending', 'currency', 'zero', 'odd'] as const;
const LeftSchema = v.object({
  /**
   * `pending`: not booked yet. `odd`: without amount, day or direction, or with parts of a cent.
   */
  why: v.picklist(LEFT_REASONS),
  count: v.number(),
  first: v.array(v.string()),
});
export type StatementLeft = v.InferOutput<typeof LeftSchema>;

export const LEFT_LABELS: Record<StatementLeft['why'], string> = {
  pending: 'not booked yet by the bank',
  currency: 'in another currency',
  zero: 'of 0.00',
  odd: 'without an amount, day or direction, or with parts of a cent',
};

/** `alike`: maybe the same as others, without an id that says so. */
export const StatementImportedSchema = v.object({
  added: v.number(),
  known: v.number(),
  alike: v.number(),
  left: v.array(LeftSchema),
  /** Other accounts than the general bank account. */
  otherAccounts: v.array(v.string()),
  /** The file’s encoding was not the one it names. */
  isReencoded: v.boolean(),
});
export type StatementImported = v.InferOutput<typeof StatementImportedSchema>;

export const MAX_LISTED_WAITING = 10;
export const MAX_LISTED_OTHERS = 50;

const OtherPayoutSchema = v.object({
  id: v.string(),
  userId: v.string(),
  holder: v.string(),
  amount: v.number(),
  text: v.string(),
  payout: v.nullable(PayoutSchema),
});
export type OtherPayout = v.InferOutput<typeof OtherPayoutSchema>;

/** `name` is null if the restored database lacks the account. */
const HeldPayoutSchema = v.object({
  id: v.string(),
  userId: v.string(),
  name: v.nullable(v.string()),
  amount: v.number(),
});

export const PayoutsSchema = v.object({
  /** Null if a file can be made. */
  problem: v.nullable(v.string()),
  count: v.number(),
  total: v.number(),
  /**
   * No file can pay these, or they are one’s own: they have what one types into the bank’s page.
   */
  others: v.object({ count: v.number(), first: v.array(OtherPayoutSchema) }),
  /** Above the limit for one person. */
  waiting: v.object({
    count: v.number(),
    first: v.array(v.object({ id: v.string(), userId: v.string(), name: v.string(), amount: v.number() })),
  }),
  files: v.array(
    v.object({
      id: v.string(),
      createdAt: v.string(),
      count: v.number(),
      total: v.number(),
      pending: v.number(),
      discarded: v.boolean(),
      /** The bank may pay it even when it is discarded. */
      downloaded: v.optional(v.boolean()),
      /** `mayDecide`: the reader can agree to discard it. */
      toDiscard: v.optional(v.object({ mayDecide: v.boolean() })),
    }),
  ),
  /**
   * A start found that these had left before a restore, within the last month or still undecided.
   */
  restore: v.optional(
    v.object({
      sentences: v.array(v.string()),
      held: v.object({ count: v.number(), first: v.array(HeldPayoutSchema) }),
    }),
  ),
});
/** The payout can leave again unless the bank has paid it. */
export const SettleHeldSchema = strictInput({ id: IdSchema, paid: v.boolean('Say whether the bank has paid it.') });
export type SettleHeld = v.InferOutput<typeof SettleHeldSchema>;
/** `balance`: the account’s, if the payout has brought it below zero. */
export const SettledHeldSchema = v.object({ ...UpdatedTransactionSchema.entries, balance: v.optional(v.number()) });
export type SettledHeld = v.InferOutput<typeof SettledHeldSchema>;

export type Payouts = v.InferOutput<typeof PayoutsSchema>;

/** Null: all of them wait for a second person. */
export const PayoutFileMadeSchema = v.object({ id: v.nullable(v.string()), waits: v.number() });
export type PayoutFileMade = v.InferOutput<typeof PayoutFileMadeSchema>;
