import type * as v from 'valibot';
import type { V1_CALLS, V1CallName } from '../../../src/domain/v1/calls.ts';
import { pickupCalls } from '../../pickups/v1-calls.ts';
import { webhookCalls } from '../../webhooks/v1-calls.ts';
import { listV1Shipments, requireShopShipment } from '../read-shipments.ts';
import type { V1Context } from './api-key-gate.ts';
import { sendFile } from './send-file.ts';
import {
  advanceTestShipment,
  cancelShipment,
  changeShipment,
  createBatch,
  createReturn,
  createShipment,
  decideShipment,
  readShipment,
} from './write-calls.ts';

type OutputOf<Call, Part extends string> = Call extends { [Key in Part]: infer Schema extends v.GenericSchema }
  ? v.InferOutput<Schema>
  : unknown;
type InputOf<Name extends V1CallName> = OutputOf<(typeof V1_CALLS)[Name], 'params'> &
  OutputOf<(typeof V1_CALLS)[Name], 'query'> &
  OutputOf<(typeof V1_CALLS)[Name], 'body'>;
type AnswerOf<Name extends V1CallName> = (typeof V1_CALLS)[Name]['answer'] extends infer Schema extends v.GenericSchema
  ? v.InferOutput<Schema>
  : unknown;

type TypedHandlers = {
  [Name in V1CallName]: (context: V1Context, input: InputOf<Name>) => Promise<AnswerOf<Name>>;
};
export type Handlers = Record<V1CallName, (context: V1Context, input: unknown) => Promise<unknown>>;

export const handlers: TypedHandlers = {
  listShipments: ({ services, shop }, input) => listV1Shipments(services, shop, input),

  listReturns: ({ services, shop }, input) => listV1Shipments(services, shop, input, true),

  getShipment: (context, { id }) => readShipment(context, id),

  createShipment,
  createBatch,
  createReturn,
  changeShipment,
  cancelShipment,
  decideShipment,
  advanceTestShipment,

  ...webhookCalls,
  ...pickupCalls,

  async listEvents({ services: { db }, shop }, { id }) {
    await requireShopShipment(db, shop, id);
    return { data: await shop.shipments.listEvents(db, shop.id, id) };
  },

  async listProofs({ services, shop }, { id }) {
    await requireShopShipment(services.db, shop, id);
    return { data: await shop.shipments.listProofs(services, id) };
  },

  async getLabel(context, { id, ...style }) {
    const { services, shop } = context;
    const row = await requireShopShipment(services.db, shop, id);
    return sendFile(context, (call) => shop.shipments.drawLabel(services, call, row, style));
  },
};
