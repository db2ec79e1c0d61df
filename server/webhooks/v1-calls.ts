import type { UnitOfWork } from '../context/unit-of-work.ts';
import type { V1Context } from '../v1/http/api-key-gate.ts';
import { change, readKey } from '../v1/http/write-calls.ts';
import {
  changeWebhook,
  createWebhook,
  getWebhook,
  listWebhooks,
  removeWebhook,
  rotateSecret,
} from './manage-webhooks.ts';
import { listWebhookDeliveries, replayWebhook, resendMessage, testWebhook } from './resend-messages.ts';

interface Owner {
  userId: string;
  isTest: boolean;
}
const ownerOf = ({ shop: { id: userId, shipments } }: V1Context): Owner => ({ userId, isTest: shipments.isTest });

const read =
  <Input, Answer>(run: (services: V1Context['services'], owner: Owner, input: Input) => Promise<Answer>) =>
  (context: V1Context, input: Input): Promise<Answer> =>
    run(context.services, ownerOf(context), input);

const write =
  <Input, Answer>(run: (unit: UnitOfWork, owner: Owner, input: Input) => Promise<Answer>) =>
  (context: V1Context, input: Input): Promise<Answer> =>
    change(context, (unit) => run(unit, ownerOf(context), input));

export const webhookCalls = {
  listWebhooks: read(listWebhooks),
  getWebhook: read(getWebhook),
  createWebhook: write(createWebhook),
  changeWebhook: write(changeWebhook),
  deleteWebhook: write(removeWebhook),
  // The key is not stored with its answer, which is a secret.
  rotateWebhookSecret: (context: V1Context, { id }: { id: string }) =>
    write(rotateSecret)(context, { id, key: readKey(context) }),
  testWebhook: write(testWebhook),
  replayWebhook: write(replayWebhook),
  resendWebhookMessage: write(resendMessage),
  listWebhookDeliveries: read(listWebhookDeliveries),
};
