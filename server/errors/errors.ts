import { type SentenceCode, sentences, tooManyAttempts } from '../../src/domain/errors.ts';

/**
 * An expected error with a message for the user, thrown by operations. Anything else that is thrown
 * is a fault, and clients only get a generic message with the request id.
 */
export class UserError extends Error {
  override name = 'UserError';
  readonly code: SentenceCode;
  readonly fieldErrors: Record<string, string[]> | undefined;
  /** A wrong guess of something secret, counted by limits on guesses. */
  readonly guess: boolean;
  /** Seconds after which it makes sense to retry. */
  readonly retryAfter: number | undefined;

  constructor(
    code: SentenceCode,
    message: string = sentences[code],
    options: { fieldErrors?: Record<string, string[]>; guess?: boolean; retryAfter?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.fieldErrors = options.fieldErrors;
    this.guess = options.guess ?? false;
    this.retryAfter = options.retryAfter;
  }
}

/** Rejects a caller who has tried too often; `instead` says what still works. */
export const tooManyRequests = (seconds: number, instead?: string): UserError =>
  new UserError('TOO_MANY_REQUESTS', tooManyAttempts(seconds, instead), { retryAfter: seconds });

/** A UserError shown at one field of the form. */
export function fieldError(field: string, message: string, options: { guess?: boolean } = {}): UserError {
  return new UserError('BAD_REQUEST', sentences.BAD_REQUEST, { fieldErrors: { [field]: [message] }, ...options });
}
