import { done } from '../../../src/domain/field-schemas.ts';
import type { ChangeWebhook, CreateWebhook } from '../../../src/domain/webhook.ts';
import type { Shop } from '../../operations/v1/shop.ts';
import {
  changeWebhook,
  createWebhook,
  getWebhook,
  listWebhookDeliveries,
  listWebhooks,
  removeWebhook,
  replayWebhook,
  resendMessage,
  rotateSecret,
  testWebhook,
} from '../../operations/webhooks/manage-webhooks.ts';
import type { V1Context } from './api-key-gate.ts';
import { change, readKey } from './write-calls.ts';

type Sent<Body> = { body: Body };
interface ById {
  id: string;
}

const ownerOf = ({ id: userId, shipments: { isTest } }: Shop) => ({ userId, isTest });

export const webhookCalls = {
  listWebhooks: async ({ services, shop }: V1Context) => ({ data: await listWebhooks(services, ownerOf(shop)) }),

  getWebhook: ({ services, shop }: V1Context, { id }: ById) => getWebhook(services, ownerOf(shop), id),

  createWebhook: (context: V1Context, { body }: Sent<CreateWebhook>) =>
    change(context, { name: 'createWebhook' }, (unit) => createWebhook(unit, ownerOf(context.shop), body)),

  changeWebhook: (context: V1Context, { id, body }: ById & Sent<ChangeWebhook>) =>
    change(context, { name: 'changeWebhook' }, (unit) => changeWebhook(unit, ownerOf(context.shop), { id, ...body })),

  deleteWebhook: (context: V1Context, { id }: ById) =>
    change(context, { name: 'deleteWebhook' }, async (unit) => {
      await removeWebhook(unit, ownerOf(context.shop), id);
      return done;
    }),

  rotateWebhookSecret: (context: V1Context, { id }: ById) =>
    // The key is not stored with its answer, which is a secret.
    change(context, { name: 'rotateWebhookSecret' }, (unit) =>
      rotateSecret(unit, ownerOf(context.shop), { id, key: readKey(context) }),
    ),

  testWebhook: (context: V1Context, { id }: ById) =>
    change(context, { name: 'testWebhook' }, (unit) => testWebhook(unit, ownerOf(context.shop), id)),

  replayWebhook: (context: V1Context, { id, body: { since } }: ById & Sent<{ since: string }>) =>
    change(context, { name: 'replayWebhook' }, (unit) => replayWebhook(unit, ownerOf(context.shop), { id, since })),

  resendWebhookMessage: (context: V1Context, { id, body: { message_id } }: ById & Sent<{ message_id: string }>) =>
    change(context, { name: 'resendWebhookMessage' }, (unit) =>
      resendMessage(unit, ownerOf(context.shop), { id, message_id }),
    ),

  listWebhookDeliveries: async ({ services: { db }, shop }: V1Context, { id }: ById) => ({
    data: await listWebhookDeliveries(db, ownerOf(shop), id),
  }),
};
