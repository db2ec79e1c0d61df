/**
 * The kinds of actions that can wait on this device, by the procedure that each one calls. A new
 * kind is one entry here, and one that says how to show it (features/shipments/outbox-labels.tsx).
 */
import * as v from 'valibot';
import type { trpc } from '../api/calls/trpc.ts';
import { type AddActivity, AddActivitySchema } from '../domain/activity.ts';
import type { CreateShipment } from '../domain/shipment.ts';
import { SHIPMENT_STATUSES } from '../domain/shipment-status.ts';
import { type RowFields, rowFields } from './row-fields.ts';

/** See `timeEntries`. */
export type ActionTime = Pick<AddActivity, 'occurredAt' | 'notBefore' | 'after'>;

interface CallOptions {
  context: { idempotencyKey: string };
}

export interface KindRules<Row> {
  /** The ID of the shipment it is about; null for one not yet created. */
  shipmentOf(row: Row): string | null;
  /**
   * `status-version`: someone else may have changed the status since the row's `baseStatusVersion`;
   * until a person has decided, later rows of this rule about the same shipment wait.
   */
  conflict: 'status-version' | 'never';
  /** Validates the input before it is stored, if the form has not done so. */
  inputSchema?: v.GenericSchema;
  call(api: typeof trpc, row: Row, time: ActionTime, options: CallOptions): Promise<unknown>;
}

type Fields<Own extends v.ObjectEntries> = RowFields & v.InferOutput<v.ObjectSchema<Own, undefined>>;

function defineKind<const Own extends v.ObjectEntries>(own: Own, rules: KindRules<Fields<Own>>) {
  return { schema: v.object({ ...rowFields, ...own }), ...rules };
}

/** Names the shipment, since nothing else on the device may have its tracking ID. */
const trackingId = v.string();

export const KINDS = {
  'shipmentAdmin.updateShipmentActivity': defineKind(
    { trackingId, input: v.object({ id: v.string(), address: v.string(), comment: v.string() }) },
    {
      shipmentOf: ({ input }) => input.id,
      conflict: 'never',
      inputSchema: AddActivitySchema,
      call: ({ shipmentAdmin }, { input }, time, options) =>
        shipmentAdmin.updateShipmentActivity.mutate({ ...input, ...time }, options),
    },
  ),
  'shipmentAdmin.updateShipment': defineKind(
    {
      trackingId,
      input: v.object({ id: v.string(), status: v.picklist(SHIPMENT_STATUSES) }),
      baseStatusVersion: v.number(),
      keptFrom: v.optional(v.number()),
    },
    {
      shipmentOf: ({ input }) => input.id,
      conflict: 'status-version',
      call: ({ shipmentAdmin }, { input, baseStatusVersion }, time, options) =>
        shipmentAdmin.updateShipment.mutate({ ...input, baseStatusVersion, ...time }, options),
    },
  ),
  'shipmentAdmin.createShipment': defineKind(
    // The form's values, complete or not.
    { input: v.record(v.string(), v.unknown()) },
    {
      shipmentOf: () => null,
      conflict: 'never',
      // The server validates it with the form's schema and returns an error for each missing field.
      call: ({ shipmentAdmin }, { input }, _time, options) =>
        shipmentAdmin.createShipment.mutate(input as unknown as CreateShipment, options),
    },
  ),
};

export type Kind = keyof typeof KINDS;

type FieldsOf<K extends Kind> = v.InferOutput<(typeof KINDS)[K]['schema']>;

/** A row of one kind, without its position. */
export type StoredRowOf<K extends Kind> = FieldsOf<K> & { procedure: K };

export const isKind = (procedure: string): procedure is Kind => Object.hasOwn(KINDS, procedure);

export const kindOf = ({ procedure }: { procedure: Kind }): KindRules<FieldsOf<Kind>> => KINDS[procedure];
