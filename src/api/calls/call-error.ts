import { BUSY, texts } from '../../domain/errors.ts';

/**
 * `offline`: not sent. `no-answer`: changes may have been made. `portal`: a network's sign-in page.
 */
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
}

export class CallError extends Error implements ServerError {
  override name = 'CallError';
  /** `not-stored`: there was no room to store an action first, so it was not sent. */
  readonly reason: FailureReason | 'not-stored';
  readonly code: string | null;
  readonly fieldErrors: Record<string, string[]>;

  constructor(reason: CallError['reason'], details: Partial<ServerError> & { cause?: unknown } = {}) {
    super(details.message ?? MESSAGES[reason], { cause: details.cause });
    this.reason = reason;
    this.code = details.code ?? null;
    this.fieldErrors = details.fieldErrors ?? {};
  }
}
