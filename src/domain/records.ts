/** Whether stored data is consistent (decision 0025). */
import * as v from 'valibot';
import { requiredText, strictInput } from './field-schemas.ts';

export const RECORD_DIFFERENCES = [
  'balances',
  'counters',
  'fees',
  'statements',
  'parcels',
  'changed',
  'removed',
  'late',
  'heads',
  'signatures',
  'secrets',
] as const;
export type RecordDifferenceKind = (typeof RECORD_DIFFERENCES)[number];

const RecordDifferenceSchema = v.object({
  kind: v.picklist(RECORD_DIFFERENCES),
  count: v.number(),
  examples: v.array(v.string()),
});
export type RecordDifference = v.InferOutput<typeof RecordDifferenceSchema>;

/** The last good one is too old, or a later one failed. */
const BackupProblemSchema = v.object({
  /** Null if there has never been one. */
  lastGoodAt: v.nullable(v.string()),
  failedAt: v.nullable(v.string()),
});
export type BackupProblem = v.InferOutput<typeof BackupProblemSchema>;

/** A process for jobs is seen every 15 seconds. */
export const MAX_JOBS_SILENCE_SECONDS = 60;

/** A backup is made every day, and takes its time. The unit is milliseconds. */
export const MAX_BACKUP_AGE = 26 * 60 * 60_000;

export const RecordsCheckSchema = v.object({
  checkedAt: v.string(),
  differences: v.array(RecordDifferenceSchema),
  backup: v.optional(BackupProblemSchema),
  /** Missing unless it is too long ago. */
  jobsSeenAt: v.optional(v.string()),
  /** They were given up within a week. The request is the latest’s. */
  failedJobs: v.optional(v.array(v.object({ name: v.string(), count: v.number(), requestId: v.string() }))),
});
/** All of one name are done once more, or taken off the list. */
export const SettleFailedJobsSchema = strictInput({
  name: requiredText('Name', 100),
  how: v.picklist(['retry', 'dismiss'], 'Choose how: retry or dismiss.'),
});
export type SettleFailedJobs = v.InferOutput<typeof SettleFailedJobsSchema>;

export type RecordsCheck = v.InferOutput<typeof RecordsCheckSchema>;

const SENTENCES: Record<RecordDifferenceKind, readonly [one: string, many: string]> = {
  balances: ['balance does not match the ledger.', 'balances do not match the ledger.'],
  counters: ['shipment count does not match the shipments.', 'shipment counts do not match the shipments.'],
  fees: [
    'prepaid fee does not match what became of its shipment.',
    'prepaid fees do not match what became of their shipments.',
  ],
  statements: ['statement does not match the ledger.', 'statements do not match the ledger.'],
  parcels: [
    'collected parcel does not match the entries of its shipment.',
    'collected parcels do not match the entries of their shipments.',
  ],
  changed: [
    'signed period of the ledger or the history was changed later.',
    'signed periods of the ledger or the history were changed later.',
  ],
  removed: [
    'signed entry of the ledger or the history is missing.',
    'signed entries of the ledger or the history are missing.',
  ],
  late: [
    'entry appeared in a period that was already signed.',
    'entries appeared in periods that were already signed.',
  ],
  heads: ['signed digest is missing or was changed.', 'signed digests are missing or were changed.'],
  signatures: ['digest is not signed with this server’s key.', 'digests are not signed with this server’s key.'],
  secrets: ['stored secret can’t be read with SECRET_KEY.', 'stored secrets can’t be read with SECRET_KEY.'],
};

export function differenceSentence({ kind, count }: Pick<RecordDifference, 'kind' | 'count'>): string {
  return `${count} ${SENTENCES[kind][count === 1 ? 0 : 1]}`;
}
