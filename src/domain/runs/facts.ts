/** A fact sent twice counts once; the same id with other content is a conflict. */
import * as v from 'valibot';
import { timeEntries } from '../activity.ts';
import { PAYMENT_METHODS } from '../cod.ts';
import { DELIVERY_METHODS, FAILURE_REASONS, PROOF_KINDS } from '../delivery.ts';
import {
  amountOf,
  IdSchema,
  moment,
  optionalText,
  parcelNumber,
  strictInput,
  sumOf,
  wholeNumber,
} from '../field-schemas.ts';
import { handoverCode } from '../handover.ts';
import { MAX_IMAGE_BYTES } from '../image.ts';
import { COLLECT_FAILURES, COLLECT_RESULTS, LEFT_PARCEL_REASONS, MAX_COLLECTED } from '../pickups/collection.ts';
import { PositionSchema } from '../places/learn-place.ts';
import { normalizeLine } from '../text.ts';
import { isTrackingId, MAX_PARCELS, normalizeTrackingId } from '../tracking-id.ts';

export const FACT_KINDS = ['load', 'start', 'visit', 'return', 'close', 'collect', 'hand-in'] as const;
export type FactKind = (typeof FACT_KINDS)[number];

export const MAX_TASKS = 500;
export const MAX_PROOFS = 20;

export const RunVersionNumberSchema = wholeNumber('This version doesn’t exist.');

const taskIds = v.pipe(
  v.array(IdSchema, 'Tasks must be a list.'),
  v.minLength(1, 'Tasks must name a parcel.'),
  v.maxLength(MAX_TASKS, `Tasks can name at most ${MAX_TASKS} parcels.`),
);

const factEntries = { id: IdSchema, runVersion: RunVersionNumberSchema, ...timeEntries };

/** Older phones send none, which means all parcels of each task. */
const parcels = v.optional(
  v.pipe(
    v.array(parcelNumber, 'Parcels must be a list.'),
    v.minLength(1, 'Parcels must name a parcel.'),
    v.maxLength(MAX_PARCELS, `Parcels can have at most ${MAX_PARCELS} numbers.`),
  ),
);

export const LoadSchema = strictInput({ ...factEntries, taskIds, parcels });
export type Load = v.InferOutput<typeof LoadSchema>;

export const StartRunSchema = strictInput({ ...factEntries, runId: IdSchema });
export type StartRun = v.InferOutput<typeof StartRunSchema>;

export const ReturnSchema = strictInput({ ...factEntries, taskIds, parcels });
export type Return = v.InferOutput<typeof ReturnSchema>;

/** `cash`: what the courier hands over. */
export const CloseRunByCourierSchema = strictInput({
  ...factEntries,
  runId: IdSchema,
  cash: v.optional(sumOf('Cash', 0)),
});
export type CloseRunByCourier = v.InferOutput<typeof CloseRunByCourierSchema>;

/** The outcome of that visit was wrong. */
const supersedes = v.optional(IdSchema);
const method = v.picklist(DELIVERY_METHODS, 'Choose how it was delivered.');
const reason = v.picklist(FAILURE_REASONS, 'Choose a reason.');
const DeliveredSchema = strictInput({
  taskId: IdSchema,
  result: v.literal('delivered'),
  method,
  supersedes,
  /** The phone has asked the receiver for it. */
  code: v.optional(handoverCode),
});
const FailedSchema = strictInput({ taskId: IdSchema, result: v.literal('failed'), reason, supersedes });
export const VisitOutcomeSchema = v.variant(
  'result',
  [DeliveredSchema, FailedSchema],
  'Choose delivered or not delivered.',
);
export type VisitOutcome = v.InferOutput<typeof VisitOutcomeSchema>;

export const PROOF_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export const Sha256Schema = v.pipe(
  v.string('This is not a valid hash.'),
  v.regex(/^[0-9a-f]{64}$/, 'This is not a valid hash.'),
);

/** `size` in bytes. */
const proofEntries = {
  kind: v.picklist(PROOF_KINDS, 'Choose photo or signature.'),
  sha256: Sha256Schema,
  type: v.picklist(PROOF_TYPES, 'A picture must be JPEG, PNG or WebP.'),
  size: v.pipe(
    v.number('Size is required.'),
    v.integer('Size must be a whole number.'),
    v.minValue(1, 'Size must be a whole number.'),
    v.maxValue(MAX_IMAGE_BYTES, 'A picture can be up to 10 MB.'),
  ),
};
export const DeclaredProofSchema = strictInput({ ...proofEntries, taskIds });
export type DeclaredProof = v.InferOutput<typeof DeclaredProofSchema>;

const isUnique = (values: readonly string[]) => new Set(values).size === values.length;

const proofList = <Proof extends v.GenericSchema<unknown, { sha256: string }>>(proof: Proof) =>
  v.pipe(
    v.array(proof, 'Proofs must be a list.'),
    v.maxLength(MAX_PROOFS, `Proofs can have at most ${MAX_PROOFS} pictures.`),
    v.check((list) => isUnique(list.map(({ sha256 }) => sha256)), 'Proofs name a picture twice.'),
  );

export const VisitPaymentSchema = strictInput({
  taskId: IdSchema,
  method: v.picklist(PAYMENT_METHODS, 'Choose cash, card or paid before.'),
  amount: amountOf('Amount'),
});

export const VisitSchema = v.pipe(
  strictInput({
    ...factEntries,
    stopId: IdSchema,
    outcomes: v.pipe(
      v.array(VisitOutcomeSchema, 'Outcomes must be a list.'),
      v.minLength(1, 'Outcomes must name a parcel.'),
      v.maxLength(MAX_TASKS, `Outcomes can name at most ${MAX_TASKS} parcels.`),
      v.check((list) => isUnique(list.map(({ taskId }) => taskId)), 'Outcomes name a parcel twice.'),
    ),
    /** For delivered parcels with cash on delivery. */
    payments: v.optional(
      v.pipe(
        v.array(VisitPaymentSchema, 'Payments must be a list.'),
        v.maxLength(MAX_TASKS, `Payments can name at most ${MAX_TASKS} parcels.`),
        v.check((list) => isUnique(list.map(({ taskId }) => taskId)), 'Payments name a parcel twice.'),
      ),
    ),
    recipient: v.optional(optionalText('Recipient', 100)),
    note: v.optional(optionalText('Note', 500)),
    /** It replaces a required photo. */
    cameraFailed: v.optional(v.boolean('Camera failed must be true or false.')),
    /** The courier may forbid it. */
    at: v.optional(PositionSchema),
    proofs: proofList(DeclaredProofSchema),
  }),
  v.forward(
    v.partialCheck(
      [['outcomes'], ['payments']],
      ({ outcomes, payments = [] }) => {
        const delivered = new Set(outcomes.flatMap(({ taskId, result }) => (result === 'delivered' ? taskId : [])));
        return payments.every(({ taskId }) => delivered.has(taskId));
      },
      'Payments name a parcel that wasn’t delivered.',
    ),
    ['payments'],
  ),
);
export type Visit = v.InferOutput<typeof VisitSchema>;

/** Keeps a code that isn’t ours: it may be the order number of a draft. */
const scannedCode = v.pipe(
  v.string('Tracking ID is required.'),
  v.maxLength(100, 'Tracking ID can have at most 100 characters.'),
  v.transform((code) => {
    const trackingId = normalizeTrackingId(code);
    return isTrackingId(trackingId) ? trackingId : normalizeLine(code);
  }),
  v.nonEmpty('Tracking ID is required.'),
);

const parcelList = <Parcel extends v.GenericSchema<unknown, { trackingId: string }>>(name: string, parcel: Parcel) =>
  v.pipe(
    v.array(parcel, `${name} must be a list.`),
    v.maxLength(MAX_COLLECTED, `${name} can name at most ${MAX_COLLECTED} parcels.`),
    v.check((list) => isUnique(list.map(({ trackingId }) => trackingId)), `${name} name a parcel twice.`),
  );

const UNLABELLED = `Parcels without a label must be a whole number from 0 to ${MAX_COLLECTED}.`;

const unlabelled = v.pipe(
  v.number(UNLABELLED),
  v.integer(UNLABELLED),
  v.minValue(0, UNLABELLED),
  v.maxValue(MAX_COLLECTED, UNLABELLED),
  v.title('Parcels without a label'),
);

/**
 * `collectionId` names its place in the run. Parcels have tracking IDs, because the phone need not
 * know them.
 */
export const CollectSchema = strictInput({
  ...factEntries,
  stopId: IdSchema,
  collectionId: IdSchema,
  result: v.picklist(COLLECT_RESULTS, 'Choose collected or not collected.'),
  reason: v.optional(v.picklist(COLLECT_FAILURES, 'Choose a reason.')),
  parcels: parcelList(
    'Parcels',
    strictInput({
      trackingId: scannedCode,
      /** The ones scanned of a shipment of several; all if missing. */
      pieces: parcels,
      at: moment('Time'),
      by: v.picklist(['scan', 'typed'], 'Choose scan or typed.'),
    }),
  ),
  unlabelled,
  left: parcelList(
    'Parcels left',
    strictInput({ trackingId: scannedCode, reason: v.picklist(LEFT_PARCEL_REASONS, 'Choose a reason.') }),
  ),
  givenBy: v.optional(optionalText('Given by', 100)),
  note: v.optional(optionalText('Note', 500)),
  cameraFailed: v.optional(v.boolean('Camera failed must be true or false.')),
  at: v.optional(PositionSchema),
  proofs: proofList(strictInput(proofEntries)),
});
export type Collect = v.InferOutput<typeof CollectSchema>;

/** Hands in all that was collected, unless it says which, or how many without a label. */
export const HandInSchema = strictInput({
  ...factEntries,
  runId: IdSchema,
  trackingIds: v.optional(
    v.pipe(
      v.array(scannedCode, 'Tracking IDs must be a list.'),
      v.minLength(1, 'Tracking IDs must name a parcel.'),
      v.maxLength(MAX_TASKS, `Tracking IDs can name at most ${MAX_TASKS} parcels.`),
    ),
  ),
  unlabelled: v.optional(unlabelled),
});
export type HandIn = v.InferOutput<typeof HandInSchema>;
