import * as v from 'valibot';
import { DoorChoiceSchema } from '../choices.ts';
import { MoneySchema, PaymentSchema, RunCashSchema } from '../cod.ts';
import { DeliveryVisitSchema, FAILURE_REASONS, ProofPolicySchema, ReportProofsSchema } from '../delivery.ts';
import { IdSchema, strictInput } from '../field-schemas.ts';
import { NextStepSchema } from '../next-step.ts';
import { paged } from '../paged.ts';
import { COLLECTION_KINDS, CourierCollectionSchema, RUN_COLLECTION_STATUSES } from '../pickups/collection.ts';
import { SERVICE_TYPES } from '../shipment.ts';
import { SHIPMENT_STATUSES } from '../shipment-status.ts';
import { ClockWindowSchema } from '../time-window.ts';
import { EXCEPTION_KINDS } from './exceptions.ts';
import { RunVersionNumberSchema } from './facts.ts';
import { RUN_STATUSES } from './run-status.ts';
import { TASK_STATUSES } from './task-status.ts';

/** runAdmin.windows: how many windows held by last night; `share` is null before there are enough. */
export const WindowRecordSchema = v.object({ share: v.nullable(v.number()), checks: v.number(), isOn: v.boolean() });
export type WindowRecord = v.InferOutput<typeof WindowRecordSchema>;

export const CourierRunQuerySchema = strictInput({
  id: v.union([v.literal('current'), IdSchema], 'This is not a valid ID.'),
  /** What the phone has stored. */
  have: v.optional(strictInput({ id: IdSchema, version: RunVersionNumberSchema })),
});

/** Degrees. */
export const PointSchema = v.object({ lat: v.number(), lng: v.number() });

const runEntries = {
  id: v.string(),
  name: v.string(),
  /** `yyyy-mm-dd` in the brand's zone. */
  day: v.string(),
  status: v.picklist(RUN_STATUSES),
  version: v.number(),
  startedAt: v.nullable(v.string()),
  closedAt: v.nullable(v.string()),
};

const doorEntries = { id: v.string(), sequence: v.number(), name: v.string(), phone: v.string(), address: v.string() };

const OutcomeSchema = v.object({
  visitId: v.string(),
  result: v.picklist(['delivered', 'failed']),
  method: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  occurredAt: v.string(),
  payment: v.optional(PaymentSchema),
  /** The visit that this one corrects. */
  supersedes: v.optional(v.string()),
});

/** Leaves out codes, email addresses, value, bills and accounts. */
export const CourierTaskSchema = v.object({
  id: v.string(),
  status: v.picklist(TASK_STATUSES),
  trackingId: v.string(),
  description: v.string(),
  /** Null if it's the stop's. */
  receiver: v.nullable(v.string()),
  service: v.picklist(SERVICE_TYPES),
  weight: v.string(),
  dimensions: v.string(),
  /** A shipment of several has these: their number, and a bit for each one scanned. */
  parcels: v.optional(v.number()),
  loadedParcels: v.optional(v.number()),
  returnedParcels: v.optional(v.number()),
  proof: ProofPolicySchema,
  /** The receiver’s number: a QR code with a lower one no longer counts. Missing while it is 1. */
  claim: v.optional(v.number()),
  movedTo: v.nullable(v.string()),
  cod: v.optional(v.number()),
  /** The bank has this much of its cash on delivery. Its label may still ask for it. */
  paidAhead: v.optional(v.number()),
  /** The desk wants it back. */
  recalled: v.optional(v.boolean()),
  /** This run collects it at the stop with this number. */
  collectAt: v.optional(v.number()),
  isReturn: v.optional(v.boolean()),
  outcomes: v.array(OutcomeSchema),
  choices: v.optional(v.array(DoorChoiceSchema)),
});
export type CourierTask = v.InferOutput<typeof CourierTaskSchema>;

export const CourierStopSchema = v.object({
  ...doorEntries,
  tasks: v.array(CourierTaskSchema),
  /** When its parcels may be delivered. */
  deliver: v.optional(ClockWindowSchema),
  /** Missing without one. */
  collections: v.optional(v.array(CourierCollectionSchema)),
});
export type CourierStop = v.InferOutput<typeof CourierStopSchema>;

/** Null without a run. It has no personal data a day after closing. */
export const CourierRunSchema = v.nullable(
  v.object({
    ...runEntries,
    stops: v.array(CourierStopSchema),
    /** This device has said that it stores this version; missing if nothing was chosen. */
    heard: v.optional(v.number()),
    /** Missing if the brand learns no places; `days`: how long positions are kept. */
    learnsPlaces: v.optional(v.object({ days: v.number() })),
    /** The phone verifies receivers’ QR codes with them. Missing where no parcel needs one. */
    handoverKeys: v.optional(v.array(v.string())),
    /** The purse of this courier. Missing where nothing was collected. */
    cash: v.optional(v.object({ collected: v.number(), handedOver: v.nullable(v.number()) })),
    /** The courier’s next run of that day, and its load in the order of its stops. */
    next: v.optional(
      v.object({
        name: v.string(),
        parcels: v.array(v.object({ trackingId: v.string(), receiver: v.string(), address: v.string() })),
      }),
    ),
  }),
);
export type CourierRun = NonNullable<v.InferOutput<typeof CourierRunSchema>>;

export const CourierNameSchema = v.object({ id: v.string(), name: v.string() });

/** Parcels, but for stops and exceptions. */
const ProgressSchema = v.object({
  stops: v.number(),
  tasks: v.number(),
  open: v.number(),
  loaded: v.number(),
  delivered: v.number(),
  returned: v.number(),
  left: v.number(),
  recalled: v.number(),
  exceptions: v.number(),
});

export const RunSummarySchema = v.object({
  ...runEntries,
  courier: CourierNameSchema,
  lastHeardAt: v.nullable(v.string()),
  /** Missing before five visits. */
  endsAt: v.optional(v.string()),
  progress: ProgressSchema,
  /** Missing without one; `parcels`: what they brought into the van. */
  collections: v.optional(v.object({ open: v.number(), of: v.number(), parcels: v.number() })),
  /** Collected and not counted yet; missing where there is nothing to count. */
  openCash: v.optional(MoneySchema),
});
export type RunSummary = v.InferOutput<typeof RunSummarySchema>;

export const RunListSchema = v.object({ day: v.string(), runs: v.array(RunSummarySchema) });
export type RunList = v.InferOutput<typeof RunListSchema>;

export const ManagedTaskSchema = v.object({
  id: v.string(),
  status: v.picklist(TASK_STATUSES),
  shipmentId: v.string(),
  trackingId: v.string(),
  description: v.string(),
  parcels: v.optional(v.number()),
  cod: v.optional(v.number()),
  shipmentStatus: v.picklist(SHIPMENT_STATUSES),
  isDeleted: v.boolean(),
  needsCode: v.optional(v.literal(true)),
  visits: v.array(DeliveryVisitSchema),
});
export type ManagedTask = v.InferOutput<typeof ManagedTaskSchema>;

/** `collectionId` is the pickup’s, which may be deleted. */
export const ManagedCollectionSchema = v.object({
  id: v.string(),
  collectionId: v.nullable(v.string()),
  kind: v.picklist(COLLECTION_KINDS),
  status: v.picklist(RUN_COLLECTION_STATUSES),
  party: v.string(),
  window: v.nullable(ClockWindowSchema),
  expected: v.number(),
  /** Tracking IDs of its parcels that are known, while it is open. */
  waiting: v.optional(v.array(v.string())),
  collected: v.number(),
  unlabelled: v.number(),
  unlabelledIn: v.optional(v.number()),
  left: v.number(),
  reason: v.nullable(v.string()),
  occurredAt: v.nullable(v.string()),
  givenBy: v.string(),
  pictures: ReportProofsSchema,
});
export type ManagedCollection = v.InferOutput<typeof ManagedCollectionSchema>;

export const RunExceptionSchema = v.object({
  id: v.string(),
  kind: v.picklist(EXCEPTION_KINDS),
  taskId: v.nullable(v.string()),
  trackingId: v.nullable(v.string()),
  shipmentId: v.nullable(v.string()),
  isDeleted: v.boolean(),
  stop: v.nullable(v.string()),
  parcels: v.optional(v.object({ numbers: v.array(v.number()), of: v.number() })),
  createdAt: v.string(),
  /** `by` is null if it resolved itself. */
  resolved: v.optional(v.object({ at: v.string(), by: v.nullable(v.string()), note: v.string() })),
});
export type RunException = v.InferOutput<typeof RunExceptionSchema>;

export const OpenExceptionSchema = v.object({
  ...RunExceptionSchema.entries,
  /** Empty for a parcel on none: apps of 0.2.0 expect one. */
  run: v.object({ id: v.string(), name: v.string(), day: v.string() }),
});
export type OpenException = v.InferOutput<typeof OpenExceptionSchema>;

export const RunDetailsSchema = v.object({
  ...RunSummarySchema.entries,
  stops: v.array(
    v.object({
      ...doorEntries,
      tasks: v.array(ManagedTaskSchema),
      collections: v.optional(v.array(ManagedCollectionSchema)),
      /** When its courier has to come: by its parcels and its collection. */
      hours: v.optional(ClockWindowSchema),
      /** Tracking IDs of parcels that cannot be delivered on the run’s day. */
      notToday: v.optional(v.array(v.string())),
      at: v.optional(PointSchema),
      /** It is only the middle of its street or postcode. */
      isAbout: v.optional(v.boolean()),
      /** Couriers taught it. */
      isPlaceLearned: v.optional(v.boolean()),
      window: v.optional(v.object({ from: v.string(), to: v.string() })),
    }),
  ),
  /** Where runs start and end. */
  depot: v.optional(PointSchema),
  /** Its van leaves at this minute of the day. */
  startAt: v.optional(v.number()),
  /** The next day that is no day off. */
  nextDay: v.optional(v.string()),
  exceptions: v.array(RunExceptionSchema),
  /** Missing where nothing was collected. */
  cash: v.optional(RunCashSchema),
});
export type RunDetails = v.InferOutput<typeof RunDetailsSchema>;

/** It has all stops of the run. Kilometres are null while most places are unknown. */
export const SuggestedOrderSchema = v.object({
  stopIds: v.array(v.string()),
  kmNow: v.nullable(v.number()),
  kmThen: v.nullable(v.number()),
  placed: v.number(),
  /** Known only by street or postcode. */
  about: v.optional(v.number()),
  of: v.number(),
});
export type SuggestedOrder = v.InferOutput<typeof SuggestedOrderSchema>;

export const PoolShipmentSchema = v.object({
  id: v.string(),
  trackingId: v.string(),
  description: v.string(),
  status: v.picklist(SHIPMENT_STATUSES),
  receiverName: v.string(),
  shipTo: v.string(),
  cod: v.optional(v.number()),
  createdAt: v.string(),
  lastAttempt: v.optional(
    v.object({ occurredAt: v.string(), reason: v.fallback(v.nullable(v.picklist(FAILURE_REASONS)), null) }),
  ),
  nextStep: v.optional(NextStepSchema),
  /** For phones and desks of 0.2.0. */
  isMissing: v.optional(v.boolean()),
  announced: v.optional(v.boolean()),
});
export type PoolShipment = v.InferOutput<typeof PoolShipmentSchema>;

export const MAX_POOL_COLLECTIONS = 20;

/** Its first page also has the collections without a run. */
export const RunPoolSchema = v.object({
  ...paged(PoolShipmentSchema).entries,
  collections: v.optional(
    v.array(
      v.object({
        id: v.string(),
        kind: v.picklist(COLLECTION_KINDS),
        party: v.string(),
        address: v.string(),
        day: v.string(),
        ...ClockWindowSchema.entries,
        expected: v.number(),
      }),
    ),
  ),
});
export type RunPool = v.InferOutput<typeof RunPoolSchema>;
export type PoolCollection = NonNullable<RunPool['collections']>[number];

/** `total` also counts the parcels beyond the limit. */
export const SortMapSchema = v.object({
  day: v.string(),
  total: v.number(),
  runs: v.array(v.object({ id: v.string(), name: v.string(), courier: v.string(), day: v.optional(v.string()) })),
  parcels: v.array(
    v.object({
      trackingId: v.string(),
      runId: v.string(),
      stop: v.number(),
      zone: v.string(),
      receiver: v.string(),
    }),
  ),
});
export type SortMap = v.InferOutput<typeof SortMapSchema>;

export const CouriersSchema = v.array(CourierNameSchema);
