import { AnswerWishSchema, LockChoicesSchema, MakeChoiceSchema, RateSchema, WithdrawChoiceSchema } from '../choices.ts';
import { ByIdSchema } from '../field-schemas.ts';
import { DecideNextSchema } from '../next-step.ts';
import { doneOutput, mutation } from './call.ts';

export const choiceCalls = {
  make: mutation(MakeChoiceSchema, doneOutput),
  withdraw: mutation(WithdrawChoiceSchema, doneOutput),
  rate: mutation(RateSchema, doneOutput),
  dispute: mutation(ByIdSchema, doneOutput),
  lock: mutation(LockChoicesSchema, doneOutput),
  decide: mutation(DecideNextSchema, doneOutput),
};

export const choiceAdminCalls = {
  answerWish: mutation(AnswerWishSchema, doneOutput),
  lock: mutation(LockChoicesSchema, doneOutput),
  decide: mutation(DecideNextSchema, doneOutput),
};
