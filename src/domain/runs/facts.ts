/** Sent twice it counts once; the same id with other content is a conflict. */
import * as v from 'valibot';
import { timeEntries } from '../activity.ts';
import { DELIVERY_METHODS, FAILURE_REASONS, PROOF_KINDS } from '../delivery.ts';
import { IdSchema, optionalText, strictInput, wholeNumber } from '../field-schemas.ts';
import { MAX_IMAGE_BYTES } from '../image.ts';
import { PositionSchema } from '../places/learn-place.ts';
import { MAX_PARCELS } from '../tracking-id.ts';

export const FACT_KINDS = ['load', 'start', 'visit', 'return', 'close'] as const;
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

/** Numbers of a shipment's parcels; all of each task if missing, as older phones send. */
const parcels = v.optional(
  v.pipe(
    v.array(
      v.pipe(
        wholeNumber('This parcel doesn’t exist.'),
        v.minValue(1, 'This parcel doesn’t exist.'),
        v.maxValue(MAX_PARCELS, 'This parcel doesn’t exist.'),
      ),
      'Parcels must be a list.',
    ),
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

export const CloseRunByCourierSchema = strictInput({ ...factEntries, runId: IdSchema });
export type CloseRunByCourier = v.InferOutput<typeof CloseRunByCourierSchema>;

/** The visit whose outcome for this parcel was wrong. */
const supersedes = v.optional(IdSchema);
const method = v.picklist(DELIVERY_METHODS, 'Choose how it was delivered.');
const reason = v.picklist(FAILURE_REASONS, 'Choose a reason.');
const DeliveredSchema = strictInput({ taskId: IdSchema, result: v.literal('delivered'), method, supersedes });
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
export const DeclaredProofSchema = strictInput({
  kind: v.picklist(PROOF_KINDS, 'Choose photo or signature.'),
  sha256: Sha256Schema,
  type: v.picklist(PROOF_TYPES, 'A picture must be JPEG, PNG or WebP.'),
  size: v.pipe(
    v.number('Size is required.'),
    v.integer('Size must be a whole number.'),
    v.minValue(1, 'Size must be a whole number.'),
    v.maxValue(MAX_IMAGE_BYTES, 'A picture can be up to 10 MB.'),
  ),
  taskIds,
});
export type DeclaredProof = v.InferOutput<typeof DeclaredProofSchema>;

const isUnique = (values: readonly string[]) => new Set(values).size === values.length;

export const VisitSchema = strictInput({
  ...factEntries,
  stopId: IdSchema,
  outcomes: v.pipe(
    v.array(VisitOutcomeSchema, 'Outcomes must be a list.'),
    v.minLength(1, 'Outcomes must name a parcel.'),
    v.maxLength(MAX_TASKS, `Outcomes can name at most ${MAX_TASKS} parcels.`),
    v.check((list) => isUnique(list.map(({ taskId }) => taskId)), 'Outcomes name a parcel twice.'),
  ),
  recipient: v.optional(optionalText('Recipient', 100)),
  note: v.optional(optionalText('Note', 500)),
  /** It replaces a required photo. */
  cameraFailed: v.optional(v.boolean('Camera failed must be true or false.')),
  /** Where the phone was, if the courier lets it say so. */
  at: v.optional(PositionSchema),
  proofs: v.pipe(
    v.array(DeclaredProofSchema, 'Proofs must be a list.'),
    v.maxLength(MAX_PROOFS, `Proofs can have at most ${MAX_PROOFS} pictures.`),
    v.check((list) => isUnique(list.map(({ sha256 }) => sha256)), 'Proofs name a picture twice.'),
  ),
});
export type Visit = v.InferOutput<typeof VisitSchema>;
