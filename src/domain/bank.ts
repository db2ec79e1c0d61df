/** What comes from the bank (camt.053), and what goes to it (pain.001). */
import * as v from 'valibot';
import { IdSchema, strictInput } from './field-schemas.ts';
import { PageNumberSchema, PageSizeSchema } from './paged.ts';

export const MAX_STATEMENT_BYTES = 10_000_000;
export const STATEMENT_TOO_LARGE = 'A bank statement can have up to 10 MB. Export fewer days.';
export const MAX_STATEMENT_ENTRIES = 10_000;
export const MAX_BOOKED_AT_ONCE = 100;

/** What the bank says, with the account's sign: money out is negative. */
export const ENTRY_STATES = ['open', 'booked', 'aside'] as const;
export type EntryState = (typeof ENTRY_STATES)[number];

/** `bills`: several in one transfer. The last two take back what was booked. */
export const ENTRY_KINDS = [
  'bill',
  'bills',
  'account',
  'payout',
  'payout-file',
  'bill-returned',
  'payout-returned',
] as const;

/** What its reference belongs to. Nothing is booked where there is a problem. */
const EntryMatchSchema = v.object({
  kind: v.picklist(ENTRY_KINDS),
  user: v.nullable(v.object({ id: v.string(), name: v.string() })),
  trackingId: v.nullable(v.string()),
  problem: v.nullable(v.string()),
  /** Whether it can be added to the payer’s balance all the same. */
  toBalance: v.optional(v.boolean()),
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
  /** Maybe it is the same as one that was here before. */
  alike: v.optional(v.boolean()),
});
export type BankEntry = v.InferOutput<typeof BankEntrySchema>;

/** Those to decide on, unless `all`. */
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
  /** Books also what may be the same as another. */
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

export const MAX_PAYOUTS_IN_FILE = 5_000;
export const MAX_LISTED_WAITING = 10;

export const PayoutsSchema = v.object({
  /** Why no file can be made; null if one can. */
  problem: v.nullable(v.string()),
  count: v.number(),
  total: v.number(),
  /** Withdrawals to a bank account that SEPA doesn’t reach, or one’s own. */
  others: v.number(),
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
});
export type Payouts = v.InferOutput<typeof PayoutsSchema>;

/** Null: all of them wait for a second person. */
export const PayoutFileMadeSchema = v.object({ id: v.nullable(v.string()), waits: v.number() });
export type PayoutFileMade = v.InferOutput<typeof PayoutFileMadeSchema>;
