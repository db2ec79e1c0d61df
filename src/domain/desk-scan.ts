import * as v from 'valibot';
import { timeEntries } from './activity.ts';
import { IdSchema, optionalText, parcelNumber, strictInput, TrackingIdSchema } from './field-schemas.ts';
import { handoverCode } from './handover.ts';
import { SHIPMENT_STATUSES } from './shipment-status.ts';

/**
 * `receive`: the parcel is here; its status stays. `hand-over`: the receiver’s code was scanned.
 * `undo`: takes back an earlier scan.
 */
export const SENT_SCAN_ACTS = ['receive', 'status', 'place', 'run', 'hand-over', 'undo'] as const;
export type SentScanAct = (typeof SENT_SCAN_ACTS)[number];

/** A later scan is news: the parcel may have been away. */
export const SCANNED_AGAIN_MS = 4 * 60 * 60 * 1000;

/** Each scan is a transaction, and a call has to end in time on a busy server. */
export const MAX_SCANS_OF_CALL = 10;

const isThere = (value: unknown) => value !== undefined && value !== '';

type Required = 'status' | 'runId' | 'code' | 'undoes' | 'address';

/** `or` lists fields that together will do instead. */
const requires = (act: SentScanAct, field: Required, message: string, or?: ('status' | 'comment')[]) =>
  v.forward<Scanned, v.CheckIssue<Scanned>, readonly [typeof field]>(
    v.check(
      (scan: Scanned) => scan.act !== act || isThere(scan[field]) || !!or?.every((one) => isThere(scan[one])),
      message,
    ),
    [field],
  );

const scanEntries = {
  /** Also its idempotency key. */
  scanId: IdSchema,
  trackingId: TrackingIdSchema,
  act: v.picklist(SENT_SCAN_ACTS, 'Choose what to do with what you scan.'),
  /** Its number in a shipment of several. */
  parcel: v.optional(parcelNumber),
  /** Tablets of 0.2.0 or older also send it with `receive`. */
  status: v.optional(v.picklist(SHIPMENT_STATUSES, 'Choose a status.')),
  address: v.optional(optionalText('Place', 200)),
  comment: v.optional(optionalText('Comment', 500)),
  /** It decides about emails to the sender and the receiver of a `receive`. */
  emails: v.optional(v.boolean('Choose yes or no.')),
  runId: v.optional(IdSchema),
  /** The run gets it although a manager should decide first. */
  despite: v.optional(v.boolean('Choose yes or no.')),
  /** Only for `hand-over`. */
  code: v.optional(handoverCode),
  /** The scan to take back. */
  undoes: v.optional(IdSchema),
  ...timeEntries,
};
type Scanned = v.InferOutput<v.StrictObjectSchema<typeof scanEntries, undefined>>;

export const ScanSchema = v.pipe(
  strictInput(scanEntries),
  requires('status', 'status', 'Choose a status.'),
  requires('run', 'runId', 'Choose a run.'),
  requires('hand-over', 'code', 'Scan the receiver’s code.'),
  requires('undo', 'undoes', 'Choose a scan.'),
  requires('place', 'address', 'Enter a place or a comment.', ['comment']),
  // A comment says of no parcel where it is.
  requires('receive', 'address', 'Enter a place.', ['status', 'comment']),
);
export type Scan = v.InferOutput<typeof ScanSchema>;

/** deskAdmin.scan. Each scan counts by itself, once. */
export const ScansSchema = strictInput({
  scans: v.pipe(
    v.array(ScanSchema, 'Scans must be a list.'),
    v.minLength(1, 'Scans are required.'),
    v.maxLength(MAX_SCANS_OF_CALL, `Scans can have at most ${MAX_SCANS_OF_CALL} entries.`),
  ),
});

/** `unchanged`: it was so already. `overtaken`: a later status stays, and this one is history. */
export const SCAN_OUTCOMES = ['done', 'unchanged', 'overtaken', 'rejected'] as const;

export const ScanResultSchema = v.object({
  scanId: v.string(),
  outcome: v.picklist(SCAN_OUTCOMES),
  receiver: v.optional(v.string()),
  /** Set if the shipment has several. */
  parcels: v.optional(v.number()),
  /** `reason` is the code of the error. */
  problem: v.optional(v.object({ reason: v.string(), message: v.string() })),
});
export type ScanResult = v.InferOutput<typeof ScanResultSchema>;

export const ScanResultsSchema = v.object({ results: v.array(ScanResultSchema) });
