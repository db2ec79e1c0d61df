import { CallError, type FailureReason, type ServerError } from './call-error.ts';
import { silenceReason } from './failure-reason.ts';

export const serverErrorOf = (error: unknown): CallError =>
  error instanceof CallError ? error : new CallError(silenceReason());

export function problemOf(error: unknown): ServerError {
  const { code, message, fieldErrors } = serverErrorOf(error);
  return { code, message, fieldErrors };
}

export function failureReasonOf(error: unknown): FailureReason {
  const { reason } = serverErrorOf(error);
  return reason === 'offline' || reason === 'no-answer' || reason === 'not-stored' ? silenceReason() : reason;
}

export const isFailedCall = (error: unknown): boolean => error instanceof CallError;

/** Only then is the outcome known. */
export function isOutcomeKnown(error: unknown): boolean {
  const { code } = serverErrorOf(error);
  return code !== null && code !== 'SERVICE_UNAVAILABLE' && code !== 'INTERNAL_SERVER_ERROR' && code !== 'TIMEOUT';
}

export const isUnauthorized = (error: unknown): boolean => serverErrorOf(error).code === 'UNAUTHORIZED';

/** Impossible IDs are bad input. */
export const isNotFound = (error: unknown): boolean =>
  ['NOT_FOUND', 'BAD_REQUEST'].includes(serverErrorOf(error).code ?? '');
