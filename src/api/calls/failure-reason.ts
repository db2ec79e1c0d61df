import { type ErrorData, texts } from '../../domain/errors.ts';
import type { FallbackReason } from '../../pwa/messages.ts';
import { CallError, type FailureReason } from './call-error.ts';

export const silenceReason = (): FailureReason => (navigator.onLine ? 'no-answer' : 'offline');

/** Offline, a change was not sent. */
export const noResponse = (): CallError =>
  navigator.onLine ? new CallError('no-answer') : new CallError('offline', { message: texts.needsConnection });

export const serverRejection = (status: number, { message, data }: { message: string; data: ErrorData }): CallError =>
  new CallError(reasonOfStatus(status), { code: data.code, message, fieldErrors: data.fieldErrors });

/** From a network portal or proxy; status 0 is a redirect. */
export const unexpectedResponse = (status: number): CallError => new CallError(reasonOfUnexpected(status));

export function reasonOfFallback(fallback: FallbackReason = 'network'): FailureReason {
  if (fallback === 'network' || fallback === 'timeout') return silenceReason();
  if (fallback === 'unreadable') return 'portal';
  return reasonOfUnexpected(Number(fallback.slice('status-'.length)));
}

const reasonOfUnexpected = (status: number) => (status < 400 ? 'portal' : reasonOfStatus(status));

function reasonOfStatus(status: number): FailureReason {
  if (status === 429 || status === 503) return 'busy';
  return status >= 500 || status === 408 ? 'fault' : 'rejected';
}
