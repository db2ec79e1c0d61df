import { ByIdSchema } from '../../../src/domain/field-schemas.ts';
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
} from '../../../src/domain/webhook.ts';
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
import { doneOutput } from '../gate/endings.ts';
import { roleMutation, roleProcedure, router } from '../gate/trpc.ts';

/** Those for test shipments, too. */
const ownerOf = ({ signedIn }: { signedIn: { user: { id: string } } }) => ({ userId: signedIn.user.id });

export const webhookRouter = router({
  list: roleProcedure
    .output(WebhooksSchema)
    .query(async ({ ctx }) => ({ data: await listWebhooks(ctx.services, ownerOf(ctx)) })),

  create: roleMutation
    .meta({ proof: 'recent', isSecret: true })
    .input(CreateOwnWebhookSchema)
    .output(CreatedWebhookSchema)
    .mutation(({ ctx, input: { kind, ...input } }) =>
      createWebhook(ctx.unit, { ...ownerOf(ctx), isTest: kind === 'test' }, input),
    ),

  change: roleMutation
    .meta({ proof: 'recent', proofFor: ['url'] })
    .input(ChangeOwnWebhookSchema)
    .output(doneOutput)
    .mutation(({ ctx, input }) => changeWebhook(ctx.unit, ownerOf(ctx), input)),

  remove: roleMutation
    .input(ByIdSchema)
    .output(doneOutput)
    .mutation(({ ctx, input }) => removeWebhook(ctx.unit, ownerOf(ctx), input.id)),

  test: roleMutation
    .input(ByIdSchema)
    .output(doneOutput)
    .mutation(({ ctx, input }) => testWebhook(ctx.unit, ownerOf(ctx), input.id)),

  replay: roleMutation
    .input(ReplayOwnWebhookSchema)
    .output(QueuedSchema)
    .mutation(({ ctx, input }) => replayWebhook(ctx.unit, ownerOf(ctx), input)),

  resend: roleMutation
    .input(ResendOwnMessageSchema)
    .output(QueuedSchema)
    .mutation(({ ctx, input }) => resendMessage(ctx.unit, ownerOf(ctx), input)),

  rotateSecret: roleMutation
    .meta({ proof: 'recent', isSecret: true })
    .input(ByIdSchema)
    .output(RotatedSecretSchema)
    .mutation(({ ctx, input }) => rotateSecret(ctx.unit, ownerOf(ctx), { ...input, key: null })),

  deliveries: roleProcedure
    .input(ByIdSchema)
    .output(WebhookDeliveriesSchema)
    .query(async ({ ctx, input }) => ({
      data: await listWebhookDeliveries(ctx.services.db, ownerOf(ctx), input.id),
    })),
});
