import { ByIdSchema } from '../../src/domain/field-schemas.ts';
import {
  ChangeOwnWebhookSchema,
  CreatedWebhookSchema,
  CreateOwnWebhookSchema,
  QueuedSchema,
  ReplayOwnWebhookSchema,
  ResendOwnMessageSchema,
  RotatedSecretSchema,
  WebhookDeliveriesSchema,
  WebhooksSchema,
} from '../../src/domain/webhook.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { changeOwn, doneOutput } from '../gate/endings.ts';
import { roleMutation, roleProcedure, router } from '../gate/trpc.ts';
import { changeWebhook, createWebhook, listWebhooks, removeWebhook, rotateSecret } from './manage-webhooks.ts';
import { listWebhookDeliveries, replayWebhook, resendMessage, testWebhook } from './resend-messages.ts';
import type { EndpointOwner } from './store/webhooks.ts';

/** Those for test shipments, too. */
const own = <Input, Result>(run: (unit: UnitOfWork, owner: EndpointOwner, input: Input) => Result) =>
  changeOwn((unit, userId, input: Input) => run(unit, { userId }, input));

export const webhookRouter = router({
  list: roleProcedure
    .output(WebhooksSchema)
    .query(({ ctx }) => listWebhooks(ctx.services, { userId: ctx.signedIn.user.id })),

  create: roleMutation
    .meta({ proof: 'recent', isSecret: true })
    .input(CreateOwnWebhookSchema)
    .output(CreatedWebhookSchema)
    .mutation(
      changeOwn((unit, userId, { kind, ...input }) => createWebhook(unit, { userId, isTest: kind === 'test' }, input)),
    ),

  change: roleMutation
    .meta({ proof: 'recent', proofFor: ['url'] })
    .input(ChangeOwnWebhookSchema)
    .output(doneOutput)
    .mutation(own(changeWebhook)),

  remove: roleMutation.input(ByIdSchema).output(doneOutput).mutation(own(removeWebhook)),

  test: roleMutation.input(ByIdSchema).output(doneOutput).mutation(own(testWebhook)),

  replay: roleMutation.input(ReplayOwnWebhookSchema).output(QueuedSchema).mutation(own(replayWebhook)),

  resend: roleMutation.input(ResendOwnMessageSchema).output(QueuedSchema).mutation(own(resendMessage)),

  rotateSecret: roleMutation
    .meta({ proof: 'recent', isSecret: true })
    .input(ByIdSchema)
    .output(RotatedSecretSchema)
    .mutation(own(rotateSecret)),

  deliveries: roleProcedure
    .input(ByIdSchema)
    .output(WebhookDeliveriesSchema)
    .query(({ ctx, input }) => listWebhookDeliveries(ctx.services, { userId: ctx.signedIn.user.id }, input)),
});
