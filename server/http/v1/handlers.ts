import type * as v from 'valibot';
import type { V1_CALLS, V1CallName } from '../../../src/domain/v1/calls.ts';
import {
  listV1Events,
  listV1Proofs,
  listV1Shipments,
  requireShopShipment,
  toV1Shipment,
} from '../../operations/api/read-shipments.ts';
import { drawOrder } from '../../operations/labels/draw-print-file.ts';
import type { V1Context } from './key-gate.ts';
import { webhookCalls } from './webhook-calls.ts';
import { cancelShipment, changeShipment, createBatch, createShipment } from './write-calls.ts';

type OutputOf<Call, Part extends string> = Call extends { [Key in Part]: infer Schema extends v.GenericSchema }
  ? v.InferOutput<Schema>
  : unknown;
type InputOf<Name extends V1CallName> = OutputOf<(typeof V1_CALLS)[Name], 'params'> &
  OutputOf<(typeof V1_CALLS)[Name], 'query'> &
  ((typeof V1_CALLS)[Name] extends { body: infer Body extends v.GenericSchema }
    ? { body: v.InferOutput<Body> }
    : unknown);
type AnswerOf<Name extends V1CallName> = (typeof V1_CALLS)[Name]['answer'] extends infer Schema extends v.GenericSchema
  ? v.InferOutput<Schema>
  : unknown;

type TypedHandlers = {
  [Name in V1CallName]: (context: V1Context, input: InputOf<Name>) => Promise<AnswerOf<Name>>;
};
export type Handlers = Record<V1CallName, (context: V1Context, input: unknown) => Promise<unknown>>;

export const handlers: TypedHandlers = {
  listShipments: ({ services, holder }, input) => listV1Shipments(services, holder.user.id, input),

  getShipment: async ({ services: { db, environment }, holder }, { id }) =>
    toV1Shipment(await requireShopShipment(db, holder.user.id, id), environment),

  createShipment,
  createBatch,
  changeShipment,
  cancelShipment,

  ...webhookCalls,

  listEvents: async ({ services: { db }, holder }, { id }) => ({ data: await listV1Events(db, holder.user.id, id) }),

  listProofs: async ({ services, holder }, { id }) => ({ data: await listV1Proofs(services, holder.user.id, id) }),

  async getLabel({ services, holder: { user }, request, reply }, { id, format, size, dpi }) {
    await requireShopShipment(services.db, user.id, id);
    const left = new AbortController();
    reply.raw.once('close', () => left.abort());
    const call = { asker: user, requestId: request.id, signal: left.signal };
    const {
      name,
      type,
      size: bytes,
      content,
    } = await drawOrder(services, call, {
      selection: { ids: [id] },
      order: 'given',
      document: 'labels',
      format,
      size,
      dpi: dpi === '300' ? 300 : 203,
      first: 1,
      hasSort: false,
    });
    return reply
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('content-length', bytes)
      .type(type)
      .send(content);
  },
};
