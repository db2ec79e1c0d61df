import * as v from 'valibot';
import type { ServerError } from '../api/calls/call-error.ts';
import type { trpc } from '../api/calls/trpc.ts';
import type { AddActivity } from '../domain/activity.ts';

const ProblemSchema = v.object({
  code: v.nullable(v.string()),
  message: v.string(),
  fieldErrors: v.record(v.string(), v.array(v.string())),
  needs: v.optional(v.picklist(['proof', 'second-factor'])),
});

export const rowFields = {
  /** It is the idempotency key, too. */
  opId: v.pipe(v.string(), v.uuid()),
  userId: v.string(),
  /** This device's clock plus `clockOffset`. */
  occurredAt: v.pipe(v.string(), v.isoTimestamp()),
  /** It is a server time that had certainly passed; null if unknown. */
  notBefore: v.optional(v.nullable(v.pipe(v.string(), v.isoTimestamp())), null),
  /** It is the key of this device’s previous action on the same shipment, set at the first send. */
  after: v.optional(v.nullable(v.pipe(v.string(), v.uuid())), null),
  /** Milliseconds; null if unknown. */
  clockOffset: v.nullable(v.number()),
  /** `draft` and `review` wait for a person. */
  state: v.picklist(['draft', 'waiting', 'review']),
  /** No response came, so the server may have applied it. */
  inFlight: v.boolean(),
  problem: v.nullable(ProblemSchema),
};

export type RowFields = v.InferOutput<v.ObjectSchema<typeof rowFields, undefined>>;

export type ActionTime = Pick<AddActivity, 'occurredAt' | 'notBefore' | 'after'>;

export interface CallOptions {
  context: { idempotencyKey: string; isInBackground: boolean };
  /** Null if there are none. @throws UnreadableBytes */
  readBytes: () => Promise<ArrayBuffer | null>;
}

export type RowResult = { answer: unknown } | { problem: ServerError };

export interface KindRules<Row> {
  /** Rows with the same key are sent in order; null means not yet created. */
  orderingKey(row: Row): string | null;
  /** `status-version`: after a conflict, later rows of this rule wait for a person. */
  conflict: 'status-version' | 'never';
  inputSchema?: v.GenericSchema;
  /** A fact outlives a sign-out, and nobody discards it unsent. */
  isFact?: true;
  /** Bulk rows are sent after all others, and then forgotten. */
  isBulk?: true;
  /** Also without an account. */
  isForGuests?: true;
  /** Undefined: a person reviews it. */
  onRejection?: (code: string | null) => 'done' | 'held' | undefined;
  answerSchema?: v.GenericSchema;
  /** It returns a result for each row in their order. */
  together?: {
    max: number;
    call(api: typeof trpc, rows: readonly { row: Row; time: ActionTime }[]): Promise<readonly RowResult[]>;
  };
  call(api: typeof trpc, row: Row, time: ActionTime, options: CallOptions): Promise<unknown>;
}

type Fields<Own extends v.ObjectEntries> = RowFields & v.InferOutput<v.ObjectSchema<Own, undefined>>;

export function defineKind<const Own extends v.ObjectEntries>(own: Own, rules: KindRules<Fields<Own>>) {
  return { schema: v.object({ ...rowFields, ...own }), ...rules };
}
