import { liveCalls } from '../../src/domain/calls/messages.ts';
import { publicProcedure, router } from '../gate/trpc.ts';
import { followLive } from './follow-live.ts';

/** Subscriptions have one, although its type is optional. */
const NEVER_ABORTED = new AbortController().signal;

export const liveRouter = router({
  follow: publicProcedure(liveCalls.follow)
    .meta({ limits: ['lookup'] })
    .subscription(({ ctx, input, signal = NEVER_ABORTED }) => {
      const { services, signedIn, address } = ctx;
      const sources = { executor: services.db, secrets: services.secrets, followers: services.followers };
      const grants = ctx.grant?.split(', ') ?? [];
      return followLive(sources, { signedIn, grants, address }, input, signal);
    }),
});
