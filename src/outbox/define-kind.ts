import * as v from 'valibot';
import type { trpc } from '../api/calls/trpc.ts';
import type { AddActivity } from '../domain/activity.ts';

const ProblemSchema = v.object({
  code: v.nullable(v.string()),
  message: v.string(),
  fieldErrors: v.record(v.string(), v.array(v.string())),
});

export const rowFields = {
  /** Also the idempotency key. */
  opId: v.pipe(v.string(), v.uuid()),
  userId: v.string(),
  /** `clockOffset` included. */
  occurredAt: v.pipe(v.string(), v.isoTimestamp()),
  /** A server time that had passed; null if unknown. */
  notBefore: v.optional(v.nullable(v.pipe(v.string(), v.isoTimestamp())), null),
  /** The key of the previous action on its shipment; null before the first send. */
  after: v.optional(v.nullable(v.pipe(v.string(), v.uuid())), null),
  /** Milliseconds; null if unknown. */
  clockOffset: v.nullable(v.number()),
  /** `draft` and `review` wait for a person. */
  state: v.picklist(['draft', 'waiting', 'review']),
  /** The server may have applied it. */
  inFlight: v.boolean(),
  problem: v.nullable(ProblemSchema),
};

export type RowFields = v.InferOutput<v.ObjectSchema<typeof rowFields, undefined>>;

export type ActionTime = Pick<AddActivity, 'occurredAt' | 'notBefore' | 'after'>;

export interface CallOptions {
  context: { idempotencyKey: string };
  /** Null if there are none. @throws UnreadableBytes */
  readBytes: () => Promise<ArrayBuffer | null>;
}

export interface KindRules<Row> {
  /** Rows with the same one are sent in order; null: in any order. */
  shipmentOf(row: Row): string | null;
  /** After a conflict, later rows of the shipment wait. */
  conflict: 'status-version' | 'never';
  inputSchema?: v.GenericSchema;
  /** Outlives a sign-out; nobody discards it unsent. */
  isFact?: true;
  /** Sent last. */
  isBulk?: true;
  /** Undefined: a person reviews it. */
  onRejection?: (code: string | null) => 'done' | 'held' | undefined;
  answerSchema?: v.GenericSchema;
  call(api: typeof trpc, row: Row, time: ActionTime, options: CallOptions): Promise<unknown>;
}

type Fields<Own extends v.ObjectEntries> = RowFields & v.InferOutput<v.ObjectSchema<Own, undefined>>;

export function defineKind<const Own extends v.ObjectEntries>(own: Own, rules: KindRules<Fields<Own>>) {
  return { schema: v.object({ ...rowFields, ...own }), ...rules };
}
