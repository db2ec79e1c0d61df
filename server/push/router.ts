import { pushCalls } from '../../src/domain/calls/messages.ts';
import { publicProcedure, router, verifiedMutation } from '../gate/trpc.ts';
import { followByPush, followOwnByPush, movePush, stopPush } from './follow-by-push.ts';
import { findPushSubscriptions } from './store/push-follows.ts';

export const pushRouter = router({
  getKey: publicProcedure(pushCalls.getKey).query(({ ctx }) => ({ publicKey: ctx.services.push.publicKey })),

  getDevice: publicProcedure(pushCalls.getDevice).query(({ ctx, input }) =>
    findPushSubscriptions(ctx.services.db, input.endpoint),
  ),

  follow: publicProcedure(pushCalls.follow)
    .meta({ limits: ['lookup', 'push', 'pushAddress'] })
    .mutation(({ ctx, input }) =>
      followByPush(ctx.services, input, {
        sessionId: ctx.signedIn?.sessionId ?? null,
        requestId: ctx.requestId,
      }),
    ),

  followOwn: verifiedMutation(pushCalls.followOwn)
    .meta({ limits: ['push'] })
    .mutation(({ ctx, input }) => followOwnByPush(ctx.unit, input.subscription, ctx.signedIn.sessionId)),

  move: publicProcedure(pushCalls.move)
    .meta({ limits: ['push', 'pushAddress'] })
    .mutation(({ ctx, input }) => movePush(ctx.services, input, ctx.requestId)),

  stop: publicProcedure(pushCalls.stop)
    .meta({ limits: ['push', 'pushAddress'] })
    .mutation(({ ctx, input }) => stopPush(ctx.services, input, ctx.requestId)),
});
