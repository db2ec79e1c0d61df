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

/** What the bank says, with the account's sign: money out is negative. */
export const ENTRY_STATES = ['open', 'booked', 'aside'] as const;
export type EntryState = (typeof ENTRY_STATES)[number];

/** `bills`: several in one transfer. `cod`: cash on delivery, paid ahead. The last four take back what was booked. */
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

/** Says what its reference belongs to. An entry with a problem is not booked. */
const EntryMatchSchema = v.object({
  kind: v.picklist(ENTRY_KINDS),
  user: v.nullable(v.object({ id: v.string(), name: v.string() })),
  trackingId: v.nullable(v.string()),
  problem: v.nullable(v.string()),
  /** Whether it can be added to the payer’s balance all the same. */
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
  /** What had been counted at the depot has come to the bank. */
  moved: v.optional(v.picklist(COLLECTED_METHODS)),
  /** Maybe it is the same as one that was here before. */
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
  /** Adds to balances what isn’t as the bill says. */
  toBalance: v.optional(v.boolean('To balance must be true or false.')),
  /** Books also what may be the same as another, and what is a guess. */
  another: v.optional(v.boolean('Another must be true or false.')),
});
export type BookEntries = v.InferOutput<typeof BookEntriesSchema>;

/** `waits`: those that somebody else has to approve first. */
export const BookedEntriesSchema = v.object({
  booked: v.number(),
  waits: v.number(),
  problems: v.array(v.object({ id: v.string(), message: v.string() })),
});
export type BookedEntries = v.InferOutput<typeof BookedEntriesSchema>;

/** Whether more than a tenth of a bill is missing, which is no slip and no bank’s charge. */
export const isFarShort = (bill: number, paid: number): boolean => bill - paid > bill * 0.1;

const ids = (what: string) =>
  v.pipe(
    v.array(IdSchema, `${what} must be a list.`),
    v.maxLength(MAX_PAYOUTS_IN_FILE, `${what} can be ${MAX_PAYOUTS_IN_FILE} at most.`),
  );

/**
 * Says what an entry is. Money above a bill goes to its payer’s balance, and a little that is short is let go.
 * `moved`: what couriers had handed in, or what card companies paid. `failed`: what the bank left out of a file.
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
/** `waits`: somebody else has to approve it first. */
export const AssignedSchema = v.object({ waits: v.boolean() });

/** Finds what an entry may be by a name, an email or a tracking ID, or else by what the bank says. */
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
  /** Counted, and not at the bank yet. */
  toMove: v.object({ cash: v.number(), card: v.number() }),
  /** Withdrawals in the file that it pays. */
  payouts: v.array(v.object({ id: v.string(), name: v.string(), amount: v.number() })),
});
export type EntryChoices = v.InferOutput<typeof EntryChoicesOutSchema>;

export const SetAsideSchema = strictInput({ id: IdSchema, aside: v.boolean('Choose whether to set it aside.') });
export type SetAside = v.InferOutput<typeof SetAsideSchema>;

export const LEFT_REASONS = ['pending', 'currency', 'zero', 'odd'] as const;
const LeftSchema = v.object({
  /** `pending`: not booked yet by the bank. `odd`: without amount, day or direction, or with parts of a cent. */
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
  /** The letters weren’t in the encoding that the file names. */
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

/** `name`: null if the account is not in the database that was restored. */
const HeldPayoutSchema = v.object({
  id: v.string(),
  userId: v.string(),
  name: v.nullable(v.string()),
  amount: v.number(),
});

export const PayoutsSchema = v.object({
  /** Why no file can be made; null if one can. */
  problem: v.nullable(v.string()),
  count: v.number(),
  total: v.number(),
  /** Withdrawals to a bank account that no file can pay, or one’s own, with what one types into the bank’s page. */
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
      /** The bank may pay it, discarded or not. */
      downloaded: v.optional(v.boolean()),
      /** Somebody wants to discard it; `mayDecide`: the reader can agree. */
      toDiscard: v.optional(v.object({ mayDecide: v.boolean() })),
    }),
  ),
  /** Things that had left before a restore, as a start found: within the last month, or still undecided. */
  restore: v.optional(
    v.object({
      sentences: v.array(v.string()),
      held: v.object({ count: v.number(), first: v.array(HeldPayoutSchema) }),
    }),
  ),
});
/** Decides on a payout that had left before a restore; unless the bank has paid it, it can leave again. */
export const SettleHeldSchema = strictInput({ id: IdSchema, paid: v.boolean('Say whether the bank has paid it.') });
export type SettleHeld = v.InferOutput<typeof SettleHeldSchema>;
/** `balance`: what is left of the account, if the payout has brought it below zero. */
export const SettledHeldSchema = v.object({ ...UpdatedTransactionSchema.entries, balance: v.optional(v.number()) });
export type SettledHeld = v.InferOutput<typeof SettledHeldSchema>;

export type Payouts = v.InferOutput<typeof PayoutsSchema>;

/** Null: all of them wait for a second person. */
export const PayoutFileMadeSchema = v.object({ id: v.nullable(v.string()), waits: v.number() });
export type PayoutFileMade = v.InferOutput<typeof PayoutFileMadeSchema>;
