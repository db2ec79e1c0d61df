/** Every call of the REST interface: the routes, the document and the tests all read this table. */
import type * as v from 'valibot';
import type { ApiScope } from '../api-key.ts';
import type { ProblemCode } from './problems.ts';
import {
  V1ByIdSchema,
  V1EventSchema,
  V1EventsSchema,
  V1LabelSchema,
  V1ListShipmentsSchema,
  V1ProofSchema,
  V1ProofsSchema,
  V1ShipmentPageSchema,
  V1ShipmentSchema,
} from './shipments.ts';

export interface V1Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With `{id}` for what is in the address. */
  path: string;
  scope: ApiScope;
  summary: string;
  params?: v.GenericSchema;
  query?: v.GenericSchema;
  body?: v.GenericSchema;
  status: number;
  /** Null for a file. */
  answer: v.GenericSchema | null;
  /** Besides those that every call has. */
  problems: readonly ProblemCode[];
  /** Takes an Idempotency-Key. */
  isOncePerKey?: boolean;
}

export const V1_CALLS = {
  listShipments: {
    method: 'GET',
    path: '/v1/shipments',
    scope: 'shipments:read',
    summary: 'List your shipments, newest first, 50 a page',
    query: V1ListShipmentsSchema,
    status: 200,
    answer: V1ShipmentPageSchema,
    problems: [],
  },
  getShipment: {
    method: 'GET',
    path: '/v1/shipments/{id}',
    scope: 'shipments:read',
    summary: 'Get a shipment',
    params: V1ByIdSchema,
    status: 200,
    answer: V1ShipmentSchema,
    problems: ['not-found'],
  },
  listEvents: {
    method: 'GET',
    path: '/v1/shipments/{id}/events',
    scope: 'shipments:read',
    summary: 'List what has happened to a shipment, oldest first',
    params: V1ByIdSchema,
    status: 200,
    answer: V1EventsSchema,
    problems: ['not-found'],
  },
  listProofs: {
    method: 'GET',
    path: '/v1/shipments/{id}/proofs',
    scope: 'shipments:read',
    summary: 'List the photos and signatures of its visits',
    params: V1ByIdSchema,
    status: 200,
    answer: V1ProofsSchema,
    problems: ['not-found'],
  },
  getLabel: {
    method: 'GET',
    path: '/v1/shipments/{id}/label',
    scope: 'shipments:read',
    summary: 'Get its labels, one for each parcel',
    params: V1ByIdSchema,
    query: V1LabelSchema,
    status: 200,
    answer: null,
    problems: ['not-found', 'label-font'],
  },
} as const satisfies Record<string, V1Call>;

/** What the document names. */
export const V1_NAMED_SCHEMAS = {
  Shipment: V1ShipmentSchema,
  Event: V1EventSchema,
  Proof: V1ProofSchema,
};

export type V1CallName = keyof typeof V1_CALLS;
export const V1_CALL_NAMES = Object.keys(V1_CALLS) as V1CallName[];

/** Whether it counts as one of a key's writes. */
export const isV1Write = ({ method }: Pick<V1Call, 'method'>): boolean => method !== 'GET';
