import type { FallbackReason } from '../../pwa/messages.ts';
import { isCallError } from './call-error.ts';
import { ForeignResponse } from './fetch-answer.ts';

/**
 * Why a question has no answer of the server's now:
 * - `offline`: this device has no network.
 * - `no answer`: it has one, and nothing came.
 * - `portal`: the network answered with a page of its own, as it does until somebody signs in to it.
 * - `busy`: the server, or a proxy before it, has too much to do.
 * - `fault`: something failed there.
 * - `refused`: the server itself said no.
 */
export type FailureReason = 'offline' | 'no answer' | 'portal' | 'busy' | 'fault' | 'refused';

/** Why this failed, of what a call through the transport throws. */
export function failureReasonOf(error: unknown): FailureReason {
  if (!isCallError(error)) return silence();
  if (error.data) return reasonOfStatus(error.data.httpStatus ?? 500);
  const { cause } = error;
  if (cause instanceof ForeignResponse) return cause.status < 400 ? 'portal' : reasonOfStatus(cause.status);
  return cause instanceof SyntaxError ? 'fault' : silence();
}

/** The reason for which the service worker returned a stored copy. */
export function reasonOfFallback(fallback: FallbackReason): FailureReason {
  if (fallback === 'network' || fallback === 'timeout') return silence();
  if (fallback === 'unreadable') return 'portal';
  const status = Number(fallback.slice('status-'.length));
  return status < 400 ? 'portal' : reasonOfStatus(status);
}

const silence = () => (navigator.onLine ? 'no answer' : 'offline');

function reasonOfStatus(status: number): FailureReason {
  if (status === 429 || status === 503) return 'busy';
  return status >= 500 || status === 408 ? 'fault' : 'refused';
}
