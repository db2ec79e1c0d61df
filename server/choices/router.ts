import {
  AnswerWishSchema,
  LockChoicesSchema,
  MakeChoiceSchema,
  RateSchema,
  WithdrawChoiceSchema,
} from '../../src/domain/choices.ts';
import { ByIdSchema } from '../../src/domain/field-schemas.ts';
import { DecideNextSchema } from '../../src/domain/next-step.ts';
import type { SignedIn } from '../auth/store/sessions.ts';
import type { Context } from '../context/context.ts';
import { change, doneOutput } from '../gate/endings.ts';
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
  make: publicProcedure
    .meta({ limits: ['choiceOfShipment'] })
    .input(MakeChoiceSchema)
    .output(doneOutput)
    .mutation(({ ctx, input }) => makeChoice(chooserOf(ctx), input)),

  withdraw: publicProcedure
    .meta({ limits: ['choiceOfShipment'] })
    .input(WithdrawChoiceSchema)
    .output(doneOutput)
    .mutation(({ ctx, input }) => withdrawChoice(chooserOf(ctx), input)),

  rate: publicProcedure
    .meta({ limits: ['choiceOfShipment'] })
    .input(RateSchema)
    .output(doneOutput)
    .mutation(({ ctx, input }) => rate(chooserOf(ctx), input)),

  dispute: publicProcedure
    .meta({ limits: ['choiceOfShipment'] })
    .input(ByIdSchema)
    .output(doneOutput)
    .mutation(({ ctx, input }) => disputeChoices(chooserOf(ctx), input)),

  lock: publicProcedure
    .meta({ limits: ['choiceOfShipment'] })
    .input(LockChoicesSchema)
    .output(doneOutput)
    .mutation(({ ctx, input }) => lockOwnChoices(chooserOf(ctx), input)),

  decide: publicProcedure
    .meta({ limits: ['choiceOfShipment'] })
    .input(DecideNextSchema)
    .output(doneOutput)
    .mutation(({ ctx, input }) => decideAsSender(chooserOf(ctx), input)),
});

export const choiceAdminRouter = router({
  answerWish: roleMutation.input(AnswerWishSchema).output(doneOutput).mutation(change(answerWish)),

  lock: roleMutation.input(LockChoicesSchema).output(doneOutput).mutation(change(lockChoices)),

  decide: roleMutation.input(DecideNextSchema).output(doneOutput).mutation(change(decideAsDesk)),
});
