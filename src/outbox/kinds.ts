/** A new kind also needs an entry in features/shipments/outbox-labels.tsx. */
import * as v from 'valibot';
import { AddActivitySchema } from '../domain/activity.ts';
import { CreatedShipmentSchema, type CreateShipment } from '../domain/shipment.ts';
import { SHIPMENT_STATUSES } from '../domain/shipment-status.ts';
import { COURIER_KINDS } from './courier-kinds.ts';
import { defineKind, type KindRules } from './define-kind.ts';

const trackingId = v.string();

export const KINDS = {
  'shipmentAdmin.updateShipmentActivity': defineKind(
    { trackingId, input: v.object({ id: v.string(), address: v.string(), comment: v.string() }) },
    {
      orderingKey: ({ input }) => input.id,
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
      /** Until then it can be undone (ISO, this device's clock). */
      sendAfter: v.optional(v.nullable(v.string())),
    },
    {
      orderingKey: ({ input }) => input.id,
      conflict: 'status-version',
      call: ({ shipmentAdmin }, { input, baseStatusVersion }, time, options) =>
        shipmentAdmin.updateShipment.mutate({ ...input, baseStatusVersion, ...time }, options),
    },
  ),
  'shipmentAdmin.createShipment': defineKind(
    { input: v.record(v.string(), v.unknown()) },
    {
      orderingKey: () => null,
      conflict: 'never',
      answerSchema: CreatedShipmentSchema,
      call: ({ shipmentAdmin }, { input }, _time, options) =>
        shipmentAdmin.createShipment.mutate(input as unknown as CreateShipment, options),
    },
  ),
  ...COURIER_KINDS,
};

export type Kind = keyof typeof KINDS;

type FieldsOf<K extends Kind> = v.InferOutput<(typeof KINDS)[K]['schema']>;

export type StoredRowOf<K extends Kind> = FieldsOf<K> & { procedure: K };

export const isKind = (procedure: string): procedure is Kind => Object.hasOwn(KINDS, procedure);

export const kindOf = ({ procedure }: { procedure: Kind }): KindRules<FieldsOf<Kind>> => KINDS[procedure];
