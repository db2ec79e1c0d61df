import { messageCalls } from '../../src/domain/calls/messages.ts';
import { publicProcedure, router } from '../gate/trpc.ts';
import { viewerOf } from '../gate/viewer.ts';
import { chooseMessages, getChoices } from './choose-messages.ts';
import { openLink } from './open-link.ts';

export const messageRouter = router({
  getChoices: publicProcedure(messageCalls.getChoices)
    .meta({ limits: ['lookup'] })
    .query(({ ctx, input }) => getChoices(ctx.services, viewerOf(ctx), input.trackingId)),

  saveChoices: publicProcedure(messageCalls.saveChoices)
    .meta({ limits: ['lookup'] })
    .mutation(({ ctx, input }) => chooseMessages(ctx.services, viewerOf(ctx), input, ctx.requestId)),

  openLink: publicProcedure(messageCalls.openLink)
    .meta({ limits: ['lookup'] })
    .mutation(({ ctx, input }) => openLink(ctx.services, input, ctx.requestId)),
});
