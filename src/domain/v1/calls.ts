/** Every call of the REST interface: the routes, the document and the tests all read this table. */
import type * as v from 'valibot';
import type { ApiScope } from '../api-key.ts';
import { DoneSchema } from '../field-schemas.ts';
import {
  CreatePickupSchema,
  PickupDetailsSchema,
  PickupSchema,
  PickupsSchema,
  V1ListPickupsSchema,
} from '../shop/pickup.ts';
import {
  ChangeWebhookSchema,
  CreatedWebhookSchema,
  CreateWebhookSchema,
  QueuedSchema,
  ReplaySchema,
  ResendSchema,
  RotatedSecretSchema,
  WebhookByIdSchema,
  WebhookDeliveriesSchema,
  WebhookDeliverySchema,
  WebhookPayloadSchema,
  WebhookSchema,
  WebhooksSchema,
} from '../webhook.ts';
import {
  V1BatchSchema,
  V1ChangeShipmentSchema,
  V1CreateBatchSchema,
  V1CreatedSchema,
  V1CreateReturnSchema,
  V1CreateShipmentSchema,
} from './create-shipment.ts';
import type { ProblemCode } from './problems.ts';
import {
  V1AdvanceSchema,
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
  /** Only keys of this kind make it. */
  only?: 'test' | 'live';
  summary: string;
  params?: v.GenericSchema;
  query?: v.GenericSchema;
  body?: v.GenericSchema;
  status: number;
  /** Null for a file. */
  answer: v.GenericSchema | null;
  fileTypes?: readonly string[];
  headers?: Readonly<Record<string, string>>;
  /** Besides those that every call has. */
  problems: readonly ProblemCode[];
  isOncePerKey?: boolean;
}

const CREATE_PROBLEMS: readonly ProblemCode[] = [
  'no-rate',
  'no-sender',
  'balance-too-low',
  'duplicate-reference',
  'key-reused',
];

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
  createShipment: {
    method: 'POST',
    path: '/v1/shipments',
    scope: 'shipments:write',
    summary: 'Create a shipment',
    body: V1CreateShipmentSchema,
    status: 201,
    answer: V1CreatedSchema,
    problems: CREATE_PROBLEMS,
    isOncePerKey: true,
  },
  createBatch: {
    method: 'POST',
    path: '/v1/shipments/batch',
    scope: 'shipments:write',
    summary: 'Create up to 100 shipments, each with its own result',
    body: V1CreateBatchSchema,
    status: 200,
    answer: V1BatchSchema,
    problems: [],
    isOncePerKey: true,
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
  changeShipment: {
    method: 'PATCH',
    path: '/v1/shipments/{id}',
    scope: 'shipments:write',
    summary: 'Change a shipment until a courier has loaded it; what you leave out stays',
    params: V1ByIdSchema,
    body: V1ChangeShipmentSchema,
    status: 200,
    answer: V1ShipmentSchema,
    problems: ['not-found', 'too-late', 'duplicate-reference', 'fee-changed', 'no-rate', 'conflict'],
  },
  cancelShipment: {
    method: 'POST',
    path: '/v1/shipments/{id}/cancel',
    scope: 'shipments:write',
    summary: 'Cancel a shipment until a courier has loaded it',
    params: V1ByIdSchema,
    status: 200,
    answer: V1ShipmentSchema,
    problems: ['not-found', 'too-late'],
  },
  advanceTestShipment: {
    method: 'POST',
    path: '/v1/test/shipments/{id}/advance',
    scope: 'shipments:write',
    only: 'test',
    summary: 'Move a test shipment to its next status, or to the one you name',
    params: V1ByIdSchema,
    body: V1AdvanceSchema,
    status: 200,
    answer: V1ShipmentSchema,
    problems: ['not-found', 'conflict'],
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
    fileTypes: ['application/pdf', 'application/zpl', 'image/png'],
    headers: { 'Label-Note': 'What it leaves out or cuts, such as an emoji: a sentence, percent-encoded as UTF-8' },
    problems: ['not-found', 'label-font'],
  },
  createReturn: {
    method: 'POST',
    path: '/v1/returns',
    scope: 'shipments:write',
    only: 'live',
    summary: 'Create the return of a shipment: its receiver gets the label by email, and it comes back to you',
    body: V1CreateReturnSchema,
    status: 201,
    answer: V1CreatedSchema,
    problems: ['not-found', 'conflict', 'no-rate', 'balance-too-low', 'key-reused'],
    isOncePerKey: true,
  },
  listPickups: {
    method: 'GET',
    path: '/v1/pickups',
    scope: 'shipments:read',
    only: 'live',
    summary: 'List your pickups, the latest day first, 50 a page',
    query: V1ListPickupsSchema,
    status: 200,
    answer: PickupsSchema,
    problems: [],
  },
  createPickup: {
    method: 'POST',
    path: '/v1/pickups',
    scope: 'shipments:write',
    only: 'live',
    summary: 'Ask for a pickup: a courier comes and takes your parcels',
    body: CreatePickupSchema,
    status: 201,
    answer: PickupSchema,
    problems: ['conflict', 'key-reused'],
    isOncePerKey: true,
  },
  getPickup: {
    method: 'GET',
    path: '/v1/pickups/{id}',
    scope: 'shipments:read',
    only: 'live',
    summary: 'Get a pickup, with what was taken and what was left',
    params: V1ByIdSchema,
    status: 200,
    answer: PickupDetailsSchema,
    problems: ['not-found'],
  },
  cancelPickup: {
    method: 'POST',
    path: '/v1/pickups/{id}/cancel',
    scope: 'shipments:write',
    only: 'live',
    summary: 'Cancel a pickup until our courier is on the way',
    params: V1ByIdSchema,
    status: 200,
    answer: PickupSchema,
    problems: ['not-found', 'conflict'],
  },
  getPickupList: {
    method: 'GET',
    path: '/v1/pickups/{id}/list',
    scope: 'shipments:read',
    only: 'live',
    summary: 'Get the hand-over list (PDF): what the courier will take, to sign',
    params: V1ByIdSchema,
    status: 200,
    answer: null,
    fileTypes: ['application/pdf'],
    problems: ['not-found', 'conflict', 'label-font'],
  },
  listWebhooks: {
    method: 'GET',
    path: '/v1/webhooks',
    scope: 'webhooks',
    summary: 'List your webhooks',
    status: 200,
    answer: WebhooksSchema,
    problems: [],
  },
  createWebhook: {
    method: 'POST',
    path: '/v1/webhooks',
    scope: 'webhooks',
    summary: 'Add a webhook; its secret is shown this once',
    body: CreateWebhookSchema,
    status: 201,
    answer: CreatedWebhookSchema,
    problems: ['conflict'],
  },
  getWebhook: {
    method: 'GET',
    path: '/v1/webhooks/{id}',
    scope: 'webhooks',
    summary: 'Get a webhook',
    params: WebhookByIdSchema,
    status: 200,
    answer: WebhookSchema,
    problems: ['not-found'],
  },
  changeWebhook: {
    method: 'PATCH',
    path: '/v1/webhooks/{id}',
    scope: 'webhooks',
    summary: 'Change, pause or turn on a webhook',
    params: WebhookByIdSchema,
    body: ChangeWebhookSchema,
    status: 200,
    answer: WebhookSchema,
    problems: ['not-found'],
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/v1/webhooks/{id}',
    scope: 'webhooks',
    summary: 'Delete a webhook',
    params: WebhookByIdSchema,
    status: 200,
    answer: DoneSchema,
    problems: ['not-found'],
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/v1/webhooks/{id}/secret',
    scope: 'webhooks',
    summary: 'Replace its secret; for a day messages are signed with both',
    params: WebhookByIdSchema,
    status: 200,
    answer: RotatedSecretSchema,
    problems: ['not-found', 'conflict'],
    isOncePerKey: true,
  },
  testWebhook: {
    method: 'POST',
    path: '/v1/webhooks/{id}/test',
    scope: 'webhooks',
    summary: 'Send a test message',
    params: WebhookByIdSchema,
    status: 202,
    answer: QueuedSchema,
    problems: ['not-found', 'conflict'],
  },
  replayWebhook: {
    method: 'POST',
    path: '/v1/webhooks/{id}/replay',
    scope: 'webhooks',
    summary: 'Send the events since a time again, of the last 30 days',
    params: WebhookByIdSchema,
    body: ReplaySchema,
    status: 202,
    answer: QueuedSchema,
    problems: ['not-found', 'conflict'],
  },
  resendWebhookMessage: {
    method: 'POST',
    path: '/v1/webhooks/{id}/resend',
    scope: 'webhooks',
    summary: 'Send one message again, by its webhook-id',
    params: WebhookByIdSchema,
    body: ResendSchema,
    status: 202,
    answer: QueuedSchema,
    problems: ['not-found', 'conflict'],
  },
  listWebhookDeliveries: {
    method: 'GET',
    path: '/v1/webhooks/{id}/deliveries',
    scope: 'webhooks',
    summary: 'List the latest 50 attempts, latest first',
    params: WebhookByIdSchema,
    status: 200,
    answer: WebhookDeliveriesSchema,
    problems: ['not-found'],
  },
} as const satisfies Record<string, V1Call>;

/** What the document names. */
export const V1_NAMED_SCHEMAS = {
  Shipment: V1ShipmentSchema,
  Event: V1EventSchema,
  Proof: V1ProofSchema,
  CreateShipment: V1CreateShipmentSchema,
  CreatedShipment: V1CreatedSchema,
  Pickup: PickupSchema,
  Webhook: WebhookSchema,
  WebhookDelivery: WebhookDeliverySchema,
  WebhookMessage: WebhookPayloadSchema,
};

export type V1CallName = keyof typeof V1_CALLS;
export const V1_CALL_NAMES = Object.keys(V1_CALLS) as V1CallName[];

export const isV1Write = ({ method }: Pick<V1Call, 'method'>): boolean => method !== 'GET';
