import { BUSY, type ErrorData, type ToDecide, texts } from '../../domain/errors.ts';
import type { FallbackReason } from '../../pwa/messages.ts';

/** `offline`: not sent. `no-answer`: perhaps done. `portal`: a network's sign-in page. */
export type FailureReason = 'offline' | 'no-answer' | 'portal' | 'busy' | 'fault' | 'rejected';

const MESSAGES: Record<CallError['reason'], string> = {
  offline: texts.notOnDevice,
  'no-answer': texts.noAnswer,
  portal: texts.portal,
  busy: BUSY,
  fault: texts.fault,
  rejected: texts.badTransport,
  'not-stored': texts.notKept,
};

export interface ServerError {
  /** Null without an answer. */
  code: string | null;
  message: string;
  fieldErrors: Record<string, string[]>;
  toDecide?: readonly ToDecide[] | undefined;
  shop?: ErrorData['shop'];
  needs?: ErrorData['needs'];
  secondStep?: ErrorData['secondStep'];
}

export class CallError extends Error implements ServerError {
  override name = 'CallError';
  /** `not-stored`: there was no room to store an action, so it was not sent. */
  readonly reason: FailureReason | 'not-stored';
  readonly code: string | null;
  readonly fieldErrors: Record<string, string[]>;
  readonly toDecide: readonly ToDecide[];
  readonly shop: ErrorData['shop'];
  readonly needs: ErrorData['needs'];
  readonly secondStep: ErrorData['secondStep'];

  constructor(reason: CallError['reason'], details: Partial<ServerError> & { cause?: unknown } = {}) {
    super(details.message ?? MESSAGES[reason], { cause: details.cause });
    this.reason = reason;
    this.code = details.code ?? null;
    this.fieldErrors = details.fieldErrors ?? {};
    this.toDecide = details.toDecide ?? [];
    this.shop = details.shop;
    this.needs = details.needs;
    this.secondStep = details.secondStep;
  }

  get firstMessage(): string {
    return Object.values(this.fieldErrors).flat()[0] ?? this.message;
  }
}

export const silenceReason = (): FailureReason => (navigator.onLine ? 'no-answer' : 'offline');

/** Offline, a change was not sent. */
export const noResponse = (): CallError =>
  navigator.onLine ? new CallError('no-answer') : new CallError('offline', { message: texts.needsConnection });

export const serverRejection = (status: number, { message, data }: { message: string; data: ErrorData }): CallError =>
  new CallError(reasonOfStatus(status), { ...data, message });

/** A network portal or proxy sent it; status 0 is a redirect. */
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

export const serverErrorOf = (error: unknown): CallError =>
  error instanceof CallError ? error : new CallError(silenceReason());

/** Returns the problem of each field, or else of the whole call. */
export function sentencesOf(error: unknown): string[] {
  const { message, fieldErrors } = serverErrorOf(error);
  const sentences = Object.values(fieldErrors).flat();
  return sentences.length > 0 ? sentences : [message];
}

export function problemOf(error: unknown): ServerError {
  const { code, message, fieldErrors, needs } = serverErrorOf(error);
  return { code, message, fieldErrors, ...(needs && { needs }) };
}

export function failureReasonOf(error: unknown): FailureReason {
  const { reason } = serverErrorOf(error);
  return reason === 'offline' || reason === 'no-answer' || reason === 'not-stored' ? silenceReason() : reason;
}

/** Only then is the outcome known. */
export function isOutcomeKnown(error: unknown): boolean {
  const { code } = serverErrorOf(error);
  return code !== null && code !== 'SERVICE_UNAVAILABLE' && code !== 'INTERNAL_SERVER_ERROR' && code !== 'TIMEOUT';
}

export const isUnauthorized = (error: unknown): boolean => serverErrorOf(error).code === 'UNAUTHORIZED';

/** An impossible ID is bad input. */
export const isNotFound = (error: unknown): boolean =>
  ['NOT_FOUND', 'BAD_REQUEST'].includes(serverErrorOf(error).code ?? '');
