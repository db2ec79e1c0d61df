import { DoneSchema, done } from '../../src/domain/field-schemas.ts';
import {
  FollowByPushSchema,
  FollowOwnByPushSchema,
  MovePushSchema,
  PushDeviceSchema,
  PushKeySchema,
  PushSubscriptionsSchema,
  StopPushSchema,
} from '../../src/domain/push.ts';
import { followByPush, followOwnByPush, movePush, stopPush } from '../operations/push/follow-by-push.ts';
import { getPushSubscriptions } from '../operations/push/get-notifications.ts';
import { publicProcedure, router, verifiedMutation } from './gate/trpc.ts';

export const pushRouter = router({
  getKey: publicProcedure.output(PushKeySchema).query(({ ctx }) => ({ publicKey: ctx.services.push.publicKey })),

  getDevice: publicProcedure
    .input(PushDeviceSchema)
    .output(PushSubscriptionsSchema)
    .query(({ ctx, input }) => getPushSubscriptions(ctx.services.db, input.endpoint)),

  follow: publicProcedure
    .meta({ limits: ['lookup', 'push', 'pushAddress'] })
    .input(FollowByPushSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await followByPush(ctx.services, input, {
        sessionId: ctx.signedIn?.sessionId ?? null,
        requestId: ctx.requestId,
      });
      return done;
    }),

  followOwn: verifiedMutation
    .meta({ limits: ['push'] })
    .input(FollowOwnByPushSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await followOwnByPush(ctx.unit, input.subscription, ctx.signedIn.sessionId);
      return done;
    }),

  move: publicProcedure
    .meta({ limits: ['push', 'pushAddress'] })
    .input(MovePushSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await movePush(ctx.services, input, ctx.requestId);
      return done;
    }),

  stop: publicProcedure
    .meta({ limits: ['push', 'pushAddress'] })
    .input(StopPushSchema)
    .output(DoneSchema)
    .mutation(async ({ ctx, input }) => {
      await stopPush(ctx.services, input, ctx.requestId);
      return done;
    }),
});
