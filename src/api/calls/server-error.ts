import { CallError, type FailureReason, type ServerError } from './call-error.ts';
import { silenceReason } from './failure-reason.ts';

/** What went wrong with a call. Anything but a CallError counts as no answer. */
export const serverErrorOf = (error: unknown): CallError =>
  error instanceof CallError ? error : new CallError(silenceReason());

/** The same as plain data, which a device can store. */
export function problemOf(error: unknown): ServerError {
  const { code, message, fieldErrors } = serverErrorOf(error);
  return { code, message, fieldErrors };
}

/** Why a query has no answer now. The network may have changed since it was sent. */
export function failureReasonOf(error: unknown): FailureReason {
  const { reason } = serverErrorOf(error);
  return reason === 'offline' || reason === 'no-answer' || reason === 'not-stored' ? silenceReason() : reason;
}

/** Whether this came from a failed call rather than a bug in the app. */
export const isFailedCall = (error: unknown): boolean => error instanceof CallError;

/** Whether the server answered: only then is a mutation's outcome known. */
export function isDefinite(error: unknown): boolean {
  const { code } = serverErrorOf(error);
  return code !== null && code !== 'SERVICE_UNAVAILABLE' && code !== 'INTERNAL_SERVER_ERROR' && code !== 'TIMEOUT';
}

/** Whether the session has ended, or a login was wrong. */
export const isUnauthorized = (error: unknown): boolean => serverErrorOf(error).code === 'UNAUTHORIZED';

/** Whether there is no such record; an ID that can't exist is rejected as bad input. */
export const isNotFound = (error: unknown): boolean =>
  ['NOT_FOUND', 'BAD_REQUEST'].includes(serverErrorOf(error).code ?? '');
