import { ByIdSchema, DoneSchema, done } from '../../../src/domain/field-schemas.ts';
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
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await changeWebhook(ctx.unit, ownerOf(ctx), input);
      return done;
    }),

  remove: roleMutation
    .input(ByIdSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await removeWebhook(ctx.unit, ownerOf(ctx), input.id);
      return done;
    }),

  test: roleMutation
    .input(ByIdSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await testWebhook(ctx.unit, ownerOf(ctx), input.id);
      return done;
    }),

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
    .mutation(({ ctx, input }) => rotateSecret(ctx.unit, ownerOf(ctx), input.id)),

  deliveries: roleProcedure
    .input(ByIdSchema)
    .output(WebhookDeliveriesSchema)
    .query(async ({ ctx, input }) => ({
      data: await listWebhookDeliveries(ctx.services.db, ownerOf(ctx), input.id),
    })),
});
