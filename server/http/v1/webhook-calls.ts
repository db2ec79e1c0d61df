import { done } from '../../../src/domain/field-schemas.ts';
import type { ChangeWebhook, CreateWebhook } from '../../../src/domain/webhook.ts';
import {
  changeWebhook,
  createWebhook,
  listWebhookDeliveries,
  listWebhooks,
  removeWebhook,
  replayWebhook,
  resendMessage,
  rotateSecret,
  testWebhook,
} from '../../operations/webhooks/manage-webhooks.ts';
import type { V1Context } from './key-gate.ts';
import { change } from './write-calls.ts';

type Sent<Body> = { body: Body };
interface ById {
  id: string;
}

export const webhookCalls = {
  listWebhooks: async ({ services: { db }, holder }: V1Context) => ({ data: await listWebhooks(db, holder.user.id) }),

  createWebhook: (context: V1Context, { body }: Sent<CreateWebhook>) =>
    change(context, { name: 'createWebhook' }, (unit) => createWebhook(unit, context.holder.user.id, body)),

  changeWebhook: (context: V1Context, { id, body }: ById & Sent<ChangeWebhook>) =>
    change(context, { name: 'changeWebhook' }, (unit) => changeWebhook(unit, context.holder.user.id, { id, ...body })),

  deleteWebhook: (context: V1Context, { id }: ById) =>
    change(context, { name: 'deleteWebhook' }, async (unit) => {
      await removeWebhook(unit, context.holder.user.id, id);
      return done;
    }),

  rotateWebhookSecret: (context: V1Context, { id }: ById) =>
    change(context, { name: 'rotateWebhookSecret' }, (unit) => rotateSecret(unit, context.holder.user.id, id)),

  testWebhook: (context: V1Context, { id }: ById) =>
    change(context, { name: 'testWebhook' }, (unit) => testWebhook(unit, context.holder.user.id, id)),

  replayWebhook: (context: V1Context, { id, body: { since } }: ById & Sent<{ since: string }>) =>
    change(context, { name: 'replayWebhook' }, (unit) => replayWebhook(unit, context.holder.user.id, { id, since })),

  resendWebhookMessage: (context: V1Context, { id, body: { message_id } }: ById & Sent<{ message_id: string }>) =>
    change(context, { name: 'resendWebhookMessage' }, (unit) =>
      resendMessage(unit, context.holder.user.id, { id, message_id }),
    ),

  listWebhookDeliveries: async ({ services: { db }, holder }: V1Context, { id }: ById) => ({
    data: await listWebhookDeliveries(db, holder.user.id, id),
  }),
};
