import {
  FollowByPushSchema,
  FollowOwnByPushSchema,
  MovePushSchema,
  PushDeviceSchema,
  PushKeySchema,
  PushSubscriptionsSchema,
  StopPushSchema,
} from '../../src/domain/push.ts';
import { doneOutput } from '../gate/endings.ts';
import { publicProcedure, router, verifiedMutation } from '../gate/trpc.ts';
import { followByPush, followOwnByPush, movePush, stopPush } from './follow-by-push.ts';
import { findPushSubscriptions } from './store/push-follows.ts';

export const pushRouter = router({
  getKey: publicProcedure.output(PushKeySchema).query(({ ctx }) => ({ publicKey: ctx.services.push.publicKey })),

  getDevice: publicProcedure
    .input(PushDeviceSchema)
    .output(PushSubscriptionsSchema)
    .query(({ ctx, input }) => findPushSubscriptions(ctx.services.db, input.endpoint)),

  follow: publicProcedure
    .meta({ limits: ['lookup', 'push', 'pushAddress'] })
    .input(FollowByPushSchema)
    .output(doneOutput)
    .mutation(({ ctx, input }) =>
      followByPush(ctx.services, input, {
        sessionId: ctx.signedIn?.sessionId ?? null,
        requestId: ctx.requestId,
      }),
    ),

  followOwn: verifiedMutation
    .meta({ limits: ['push'] })
    .input(FollowOwnByPushSchema)
    .output(doneOutput)
    .mutation(({ ctx, input }) => followOwnByPush(ctx.unit, input.subscription, ctx.signedIn.sessionId)),

  move: publicProcedure
    .meta({ limits: ['push', 'pushAddress'] })
    .input(MovePushSchema)
    .output(doneOutput)
    .mutation(({ ctx, input }) => movePush(ctx.services, input, ctx.requestId)),

  stop: publicProcedure
    .meta({ limits: ['push', 'pushAddress'] })
    .input(StopPushSchema)
    .output(doneOutput)
    .mutation(({ ctx, input }) => stopPush(ctx.services, input, ctx.requestId)),
});
