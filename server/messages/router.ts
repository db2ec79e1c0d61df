import {
  ChosenMessagesSchema,
  FindChoicesSchema,
  OpenedLinkSchema,
  OpenLinkSchema,
  SaveChoicesSchema,
} from '../../src/domain/messages.ts';
import { doneOutput } from '../gate/endings.ts';
import { publicProcedure, router } from '../gate/trpc.ts';
import { viewerOf } from '../gate/viewer.ts';
import { chooseMessages, getChoices } from './choose-messages.ts';
import { openLink } from './open-link.ts';

export const messageRouter = router({
  getChoices: publicProcedure
    .meta({ limits: ['lookup'] })
    .input(FindChoicesSchema)
    .output(ChosenMessagesSchema)
    .query(({ ctx, input }) => getChoices(ctx.services, viewerOf(ctx), input.trackingId)),

  saveChoices: publicProcedure
    .meta({ limits: ['lookup'] })
    .input(SaveChoicesSchema)
    .output(doneOutput)
    .mutation(({ ctx, input }) => chooseMessages(ctx.services, viewerOf(ctx), input, ctx.requestId)),

  openLink: publicProcedure
    .meta({ limits: ['lookup'] })
    .input(OpenLinkSchema)
    .output(OpenedLinkSchema)
    .mutation(({ ctx, input }) => openLink(ctx.services, input, ctx.requestId)),
});
