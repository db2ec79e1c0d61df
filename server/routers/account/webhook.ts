import { ByIdSchema, DoneSchema, done } from '../../../src/domain/field-schemas.ts';
import {
  ChangeOwnWebhookSchema,
  CreatedWebhookSchema,
  CreateWebhookSchema,
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
import { roleMutation, roleProcedure, router } from '../gate/trpc.ts';

export const webhookRouter = router({
  list: roleProcedure
    .output(WebhooksSchema)
    .query(async ({ ctx }) => ({ data: await listWebhooks(ctx.services.db, ctx.signedIn.user.id) })),

  create: roleMutation
    .meta({ proof: 'recent', isSecret: true })
    .input(CreateWebhookSchema)
    .output(CreatedWebhookSchema)
    .mutation(({ ctx, input }) => createWebhook(ctx.unit, ctx.signedIn.user.id, input)),

  change: roleMutation
    .input(ChangeOwnWebhookSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await changeWebhook(ctx.unit, ctx.signedIn.user.id, input);
      return done;
    }),

  remove: roleMutation
    .input(ByIdSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await removeWebhook(ctx.unit, ctx.signedIn.user.id, input.id);
      return done;
    }),

  test: roleMutation
    .input(ByIdSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await testWebhook(ctx.unit, ctx.signedIn.user.id, input.id);
      return done;
    }),

  replay: roleMutation
    .input(ReplayOwnWebhookSchema)
    .output(QueuedSchema)
    .mutation(({ ctx, input }) => replayWebhook(ctx.unit, ctx.signedIn.user.id, input)),

  resend: roleMutation
    .input(ResendOwnMessageSchema)
    .output(QueuedSchema)
    .mutation(({ ctx, input }) => resendMessage(ctx.unit, ctx.signedIn.user.id, input)),

  rotateSecret: roleMutation
    .meta({ proof: 'recent', isSecret: true })
    .input(ByIdSchema)
    .output(RotatedSecretSchema)
    .mutation(({ ctx, input }) => rotateSecret(ctx.unit, ctx.signedIn.user.id, input.id)),

  deliveries: roleProcedure
    .input(ByIdSchema)
    .output(WebhookDeliveriesSchema)
    .query(async ({ ctx, input }) => ({
      data: await listWebhookDeliveries(ctx.services.db, ctx.signedIn.user.id, input.id),
    })),
});
