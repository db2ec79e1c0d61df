import { webhookCalls } from '../../src/domain/calls/shop.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { changeOwn } from '../gate/endings.ts';
import { roleMutation, roleProcedure, router } from '../gate/trpc.ts';
import { changeWebhook, createWebhook, listWebhooks, removeWebhook, rotateSecret } from './manage-webhooks.ts';
import { listWebhookDeliveries, replayWebhook, resendMessage, testWebhook } from './resend-messages.ts';
import type { EndpointOwner } from './store/webhooks.ts';

/** Those for test shipments, too. */
const own = <Input, Result>(run: (unit: UnitOfWork, owner: EndpointOwner, input: Input) => Result) =>
  changeOwn((unit, userId, input: Input) => run(unit, { userId }, input));

export const webhookRouter = router({
  list: roleProcedure(webhookCalls.list).query(({ ctx }) =>
    listWebhooks(ctx.services, { userId: ctx.signedIn.user.id }),
  ),

  create: roleMutation(webhookCalls.create)
    .meta({ proof: 'recent', isSecret: true })
    .mutation(
      changeOwn((unit, userId, { kind, ...input }) => createWebhook(unit, { userId, isTest: kind === 'test' }, input)),
    ),

  change: roleMutation(webhookCalls.change)
    .meta({ proof: 'recent', proofFor: ['url'] })
    .mutation(own(changeWebhook)),

  remove: roleMutation(webhookCalls.remove).mutation(own(removeWebhook)),

  test: roleMutation(webhookCalls.test).mutation(own(testWebhook)),

  replay: roleMutation(webhookCalls.replay).mutation(own(replayWebhook)),

  resend: roleMutation(webhookCalls.resend).mutation(own(resendMessage)),

  rotateSecret: roleMutation(webhookCalls.rotateSecret)
    .meta({ proof: 'recent', isSecret: true })
    .mutation(own(rotateSecret)),

  deliveries: roleProcedure(webhookCalls.deliveries).query(({ ctx, input }) =>
    listWebhookDeliveries(ctx.services, { userId: ctx.signedIn.user.id }, input),
  ),
});
