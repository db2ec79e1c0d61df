import { choiceAdminCalls, choiceCalls } from '../../src/domain/calls/choices.ts';
import type { SignedIn } from '../auth/store/sessions.ts';
import type { Context } from '../context/context.ts';
import { change } from '../gate/endings.ts';
import { publicProcedure, roleMutation, router } from '../gate/trpc.ts';
import { viewerOf } from '../gate/viewer.ts';
import { decideAsDesk, decideAsSender } from '../tracking/decide-next.ts';
import { isReceiver, isSender } from '../tracking/track-shipment.ts';
import {
  answerWish,
  type Chooser,
  disputeChoices,
  lockChoices,
  lockOwnChoices,
  makeChoice,
  rate,
  withdrawChoice,
} from './make-choice.ts';

function chooserOf(ctx: Context & { signedIn: SignedIn | null }): Chooser {
  const { services, requestId } = ctx;
  const viewer = viewerOf(ctx);
  return {
    services,
    requestId,
    userId: viewer.userId,
    partyOf(shipment) {
      if (isReceiver(shipment, viewer, services.secrets)) return 'receiver';
      return isSender(shipment, viewer, services.secrets) ? 'sender' : null;
    },
  };
}

// For parties, with an account or the code.
export const choiceRouter = router({
  make: publicProcedure(choiceCalls.make)
    .meta({ limits: ['choiceOfShipment'] })
    .mutation(({ ctx, input }) => makeChoice(chooserOf(ctx), input)),

  withdraw: publicProcedure(choiceCalls.withdraw)
    .meta({ limits: ['choiceOfShipment'] })
    .mutation(({ ctx, input }) => withdrawChoice(chooserOf(ctx), input)),

  rate: publicProcedure(choiceCalls.rate)
    .meta({ limits: ['choiceOfShipment'] })
    .mutation(({ ctx, input }) => rate(chooserOf(ctx), input)),

  dispute: publicProcedure(choiceCalls.dispute)
    .meta({ limits: ['choiceOfShipment'] })
    .mutation(({ ctx, input }) => disputeChoices(chooserOf(ctx), input)),

  lock: publicProcedure(choiceCalls.lock)
    .meta({ limits: ['choiceOfShipment'] })
    .mutation(({ ctx, input }) => lockOwnChoices(chooserOf(ctx), input)),

  decide: publicProcedure(choiceCalls.decide)
    .meta({ limits: ['choiceOfShipment'] })
    .mutation(({ ctx, input }) => decideAsSender(chooserOf(ctx), input)),
});

export const choiceAdminRouter = router({
  answerWish: roleMutation(choiceAdminCalls.answerWish).mutation(change(answerWish)),

  lock: roleMutation(choiceAdminCalls.lock).mutation(change(lockChoices)),

  decide: roleMutation(choiceAdminCalls.decide).mutation(change(decideAsDesk)),
});
