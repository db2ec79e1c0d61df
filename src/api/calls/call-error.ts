import { BUSY, texts } from '../../domain/errors.ts';

/**
 * Why there is no answer from the server:
 * - `offline`: this device has no network. A change was not sent.
 * - `no-answer`: it has one, but nothing came back. A change may have been made.
 * - `portal`: the network returned its own page, as it does until someone signs in to it.
 * - `busy`: the server, or a proxy in front of it, is overloaded.
 * - `fault`: the server failed, or its response cannot be read.
 * - `rejected`: the server rejected it.
 */
export type FailureReason = 'offline' | 'no-answer' | 'portal' | 'busy' | 'fault' | 'rejected';

/** The message of a failed call when the server gave none. */
const MESSAGES: Record<CallError['reason'], string> = {
  offline: texts.notOnDevice,
  'no-answer': texts.noAnswer,
  portal: texts.portal,
  busy: BUSY,
  fault: texts.fault,
  rejected: texts.badTransport,
  'not-stored': texts.notKept,
};

/** What went wrong with a call, as plain data: actions that wait on a device store it. */
export interface ServerError {
  /** The server's code; null where no answer came. */
  code: string | null;
  /** A sentence for the person who waits. */
  message: string;
  fieldErrors: Record<string, string[]>;
}

/** Every failed call. Code decides by `reason` and `code`; `message` is only shown. */
export class CallError extends Error implements ServerError {
  override name = 'CallError';
  /** `not-stored`: this device had no room to store an action first, so it was not sent. */
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
