import {
  type ErrorData,
  type SentenceCode,
  sentences,
  type ToDecide,
  tooManyAttempts,
} from '../../../src/domain/errors.ts';
import type { ShopProblem } from '../../../src/domain/shop-problem.ts';

/** An expected error with a message for the user; others are faults. */
export class UserError extends Error {
  override name = 'UserError';
  readonly code: SentenceCode;
  readonly fieldErrors: Record<string, string[]> | undefined;
  /** A wrong guess of a secret, counted by limits. */
  readonly guess: boolean;
  /** In seconds. */
  readonly retryAfter: number | undefined;
  readonly toDecide: readonly ToDecide[] | undefined;
  readonly shop: ShopProblem | undefined;
  readonly needs: ErrorData['needs'];
  readonly secondStep: ErrorData['secondStep'];

  constructor(
    code: SentenceCode,
    message: string = sentences[code],
    options: {
      fieldErrors?: Record<string, string[]>;
      guess?: boolean;
      retryAfter?: number;
      toDecide?: readonly ToDecide[];
      shop?: ShopProblem;
    } & Pick<ErrorData, 'needs' | 'secondStep'> = {},
  ) {
    super(message);
    this.code = code;
    this.fieldErrors = options.fieldErrors;
    this.guess = options.guess ?? false;
    this.retryAfter = options.retryAfter;
    this.toDecide = options.toDecide;
    this.shop = options.shop;
    this.needs = options.needs;
    this.secondStep = options.secondStep;
  }
}

export const tooManyRequests = (seconds: number, instead?: string): UserError =>
  new UserError('TOO_MANY_REQUESTS', tooManyAttempts(seconds, instead), { retryAfter: seconds });

export function fieldError(
  field: string,
  message: string,
  options: { guess?: boolean; shop?: ShopProblem } = {},
): UserError {
  return new UserError('BAD_REQUEST', sentences.BAD_REQUEST, { fieldErrors: { [field]: [message] }, ...options });
}

/** The caller has not proved lately who they are. */
export const proofNeeded = () => new UserError('FORBIDDEN', 'Confirm that it’s you first.', { needs: 'proof' });
