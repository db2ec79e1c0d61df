import * as v from 'valibot';
import type { trpc } from '../api/calls/trpc.ts';
import type { AddActivity } from '../domain/activity.ts';
import { type RowFields, rowFields } from './row-fields.ts';

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
