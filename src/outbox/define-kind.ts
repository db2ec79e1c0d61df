import * as v from 'valibot';
import type { trpc } from '../api/calls/trpc.ts';
import type { AddActivity } from '../domain/activity.ts';

const ProblemSchema = v.object({
  code: v.nullable(v.string()),
  message: v.string(),
  fieldErrors: v.record(v.string(), v.array(v.string())),
});

/** What a row of any kind has. The store renames `inFlight` (stored-row.ts). */
export const rowFields = {
  /** Also the idempotency key: however often the row is sent, the server applies it once. */
  opId: v.pipe(v.string(), v.uuid()),
  userId: v.string(),
  /** When it was done (ISO), by this device's clock plus `clockOffset`. */
  occurredAt: v.pipe(v.string(), v.isoTimestamp()),
  /** A server time that had certainly passed (ISO); null if unknown or from an older version. */
  notBefore: v.optional(v.nullable(v.pipe(v.string(), v.isoTimestamp())), null),
  /** The key of this device's previous action on the same shipment; set at the first send. */
  after: v.optional(v.nullable(v.pipe(v.string(), v.uuid())), null),
  /** Milliseconds added to this device's clock; null if the server's time was not known. */
  clockOffset: v.nullable(v.number()),
  /**
   * `draft`: waits for a person to send it. `waiting`: is sent as soon as possible. `review`: the
   * server rejected it and a person decides.
   */
  state: v.picklist(['draft', 'waiting', 'review']),
  /** Sent, but no response came back: the server may have applied it. */
  inFlight: v.boolean(),
  /** Why it needs review. */
  problem: v.nullable(ProblemSchema),
};

export type RowFields = v.InferOutput<v.ObjectSchema<typeof rowFields, undefined>>;

/** See `timeEntries`. */
export type ActionTime = Pick<AddActivity, 'occurredAt' | 'notBefore' | 'after'>;

export interface CallOptions {
  context: { idempotencyKey: string };
  /** The bytes stored beside the row; null if there are none. @throws UnreadableBytes */
  readBytes: () => Promise<ArrayBuffer | null>;
}

export interface KindRules<Row> {
  /**
   * The ID of the shipment it is about, or for a courier's report of the stop or run: rows about the
   * same one are sent in order. Null for a shipment not yet created.
   */
  shipmentOf(row: Row): string | null;
  /**
   * `status-version`: someone else may have changed the status since the row's `baseStatusVersion`;
   * until a person has decided, later rows of this rule about the same shipment wait.
   */
  conflict: 'status-version' | 'never';
  /** Validates the input before it is stored, if the form has not done so. */
  inputSchema?: v.GenericSchema;
  /** A report of what happened: it outlives a sign-out, and nobody discards it before it is sent. */
  isFact?: true;
  /** Large: sent after everything else. */
  isBulk?: true;
  /** What the server's rejection means, if not that a person has to review the row. */
  onRejection?: (code: string | null) => 'done' | 'held' | undefined;
  /** What the server answers once it has applied a row; `DoneSchema` by default. */
  answerSchema?: v.GenericSchema;
  call(api: typeof trpc, row: Row, time: ActionTime, options: CallOptions): Promise<unknown>;
}

type Fields<Own extends v.ObjectEntries> = RowFields & v.InferOutput<v.ObjectSchema<Own, undefined>>;

/** One entry of the table of kinds: the fields that only its rows have, and its rules. */
export function defineKind<const Own extends v.ObjectEntries>(own: Own, rules: KindRules<Fields<Own>>) {
  return { schema: v.object({ ...rowFields, ...own }), ...rules };
}
