/** One change to many shipments (decision 0101). */
import * as v from 'valibot';
import { AddActivitySchema } from './activity.ts';
import { ProofPolicySchema } from './delivery.ts';
import { IdSchema, strictInput } from './field-schemas.ts';
import { counted, grouped } from './figures.ts';
import { ManagedPageSearchSchema, PageNumberSchema } from './paged.ts';
import { SHIPMENT_STATUSES, statusLabel } from './shipment-status.ts';

export const MAX_BULK_ITEMS = 1_000;
/** A job changes more. */
export const BULK_BATCH_SIZE = 50;
export const MAX_RUNNING_BULKS = 2;
export const BULK_DAYS = 30;
const UNDO_MS = 60 * 60 * 1000;

/** `waiting`: not tried. `failed`: our fault; try again. */
export const BULK_ITEM_STATES = ['waiting', 'done', 'skipped', 'failed'] as const;
export type BulkItemState = (typeof BULK_ITEM_STATES)[number];

export const BULK_REASONS = {
  deleted: 'Deleted',
  same: 'Already so',
  'in-run': 'In a run',
  changed: 'Changed by someone else since',
  'needs-manager': 'Needs a manager',
  fault: 'Something went wrong on our side',
} as const;
export type BulkReason = keyof typeof BULK_REASONS;
const REASON_KEYS = Object.keys(BULK_REASONS) as BulkReason[];

/** `summary`: one email a person. */
export const BULK_EMAILS = ['each', 'summary', 'none'] as const;
export type BulkEmails = (typeof BULK_EMAILS)[number];

const StatusSchema = strictInput({
  kind: v.literal('status'),
  status: v.picklist(SHIPMENT_STATUSES, 'This status doesn’t exist.'),
});
const { address, comment } = AddActivitySchema.entries;
const LocationSchema = strictInput({ kind: v.literal('location'), address, comment });
const ProofSchema = strictInput({
  kind: v.literal('proof'),
  proof: v.nullable(strictInput(ProofPolicySchema.entries)),
});
const DeleteSchema = strictInput({ kind: v.literal('delete') });

const ChangeSchema = v.variant(
  'kind',
  [StatusSchema, LocationSchema, ProofSchema, DeleteSchema],
  'Choose what to change.',
);
export type BulkChange = v.InferOutput<typeof ChangeSchema>;

const IdsSchema = v.pipe(
  v.array(IdSchema, 'Choose the shipments.'),
  v.minLength(1, 'Choose at least one shipment.'),
  v.maxLength(MAX_BULK_ITEMS, 'Choose at most 1,000 shipments at a time.'),
  v.transform((ids) => [...new Set(ids)]),
);

/** POST /api/shipments.csv. */
export const SelectedIdsSchema = strictInput({ ids: IdsSchema });

export const StartBulkSchema = strictInput({
  ids: IdsSchema,
  change: v.pipe(
    ChangeSchema,
    v.check(
      (change) => change.kind !== 'location' || change.address !== '' || change.comment !== '',
      'Enter an address or a comment.',
    ),
  ),
  emails: v.picklist(BULK_EMAILS, 'Choose who gets emails.'),
});
export type StartBulk = v.InferOutput<typeof StartBulkSchema>;

export const PreviewBulkSchema = v.omit(StartBulkSchema, ['emails']);
export type PreviewBulk = v.InferOutput<typeof PreviewBulkSchema>;

/** `emails` go one by one; `people` get summaries. */
export const BulkPreviewSchema = v.object({
  toChange: v.number(),
  same: v.number(),
  inRun: v.number(),
  deleted: v.number(),
  emails: v.number(),
  people: v.number(),
});
export type BulkPreview = v.InferOutput<typeof BulkPreviewSchema>;

export const BulkSchema = v.object({
  id: v.string(),
  createdAt: v.string(),
  endedAt: v.nullable(v.string()),
  actor: v.string(),
  change: ChangeSchema,
  emails: v.picklist(BULK_EMAILS),
  total: v.number(),
  done: v.number(),
  skipped: v.number(),
  failed: v.number(),
  /** The change that this one undoes. */
  undoes: v.nullable(v.string()),
  undoneBy: v.nullable(v.string()),
});
export type Bulk = v.InferOutput<typeof BulkSchema>;

export const BulkItemsSchema = strictInput({
  id: IdSchema,
  page: PageNumberSchema,
  /** Only what was not changed. */
  left: v.optional(v.boolean('Left must be true or false.'), false),
});
export type BulkItems = v.InferOutput<typeof BulkItemsSchema>;
export type BulkItemsInput = v.InferInput<typeof BulkItemsSchema>;

export const BulkItemSchema = v.object({
  shipmentId: v.string(),
  trackingId: v.string(),
  description: v.string(),
  receiverName: v.string(),
  state: v.picklist(BULK_ITEM_STATES),
  reason: v.nullable(v.picklist(REASON_KEYS)),
});
export type BulkItem = v.InferOutput<typeof BulkItemSchema>;

/** `ids`: only of these. */
export const SelectionSchema = strictInput({
  filter: v.omit(ManagedPageSearchSchema, ['page']),
  ids: v.optional(IdsSchema),
});
export type SelectionInput = v.InferOutput<typeof SelectionSchema>;
export const SelectedSchema = v.object({
  total: v.number(),
  shipments: v.array(v.object({ id: v.string(), trackingId: v.string() })),
});
export type Selected = v.InferOutput<typeof SelectedSchema>;

/** The time is in milliseconds; null if the change can’t be undone. */
export function undoUntil({ change, endedAt, undoes, undoneBy, done }: Bulk): number | null {
  const canBeUndone = change.kind !== 'delete' && endedAt !== null && undoes === null && undoneBy === null && done > 0;
  return canBeUndone ? Date.parse(endedAt) + UNDO_MS : null;
}

type Titled = Pick<Bulk, 'change' | 'undoes'> & { endedAt?: Bulk['endedAt'] };

/** Returns `Status changed to Shipped`, or `Changing the status to Shipped`. */
export function bulkTitle({ change, undoes, endedAt }: Titled): string {
  const [done, running] = titlesOf(change);
  if (undoes === null) return endedAt === null ? running : done;
  return `${endedAt === null ? 'Undoing' : 'Undone'}: ${done.charAt(0).toLowerCase()}${done.slice(1)}`;
}

function titlesOf(change: BulkChange): [done: string, running: string] {
  switch (change.kind) {
    case 'status':
      return [
        `Status changed to ${statusLabel(change.status)}`,
        `Changing the status to ${statusLabel(change.status)}`,
      ];
    case 'location':
      return ['Location added', 'Adding a location'];
    case 'proof':
      return ['Proof of delivery changed', 'Changing the proof of delivery'];
    case 'delete':
      return ['Shipments deleted', 'Deleting shipments'];
  }
}

/** Returns `480 of 500 shipments changed`. */
export const bulkProgress = ({
  done,
  total,
  change,
  undoes,
}: Pick<Bulk, 'done' | 'total' | 'change' | 'undoes'>): string =>
  `${done === total ? '' : `${grouped(done)} of `}${counted(total, 'shipment')} ${
    undoes !== null ? 'undone' : change.kind === 'delete' ? 'deleted' : 'changed'
  }`;

export const triedItems = ({ done, skipped, failed }: Pick<Bulk, 'done' | 'skipped' | 'failed'>): number =>
  done + skipped + failed;
