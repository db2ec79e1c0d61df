import { sentences, texts } from '../../domain/errors.ts';
import { isCallError } from './call-error.ts';
import { type FailureReason, failureReasonOf } from './failure-reason.ts';
import { ForeignResponse } from './fetch-answer.ts';

export interface ServerError {
  /** The server's code; null where no answer came. */
  code: string | null;
  /** A sentence for the person who waits. */
  message: string;
  fieldErrors: Record<string, string[]>;
}

/** An answer that was no, kept since then: of an action that waited in the outbox. */
export class RefusedAction extends Error {
  override name = 'RefusedAction';
  readonly answer: ServerError;

  constructor(answer: ServerError) {
    super(answer.message);
    this.answer = answer;
  }
}

/** What the transport says of itself (specification section 8), and ours of a change; any other silence is a question's. */
const OWN_MESSAGES: string[] = [
  texts.badTransport,
  texts.noFetch,
  texts.needsConnection,
  texts.noAnswer,
  texts.notKept,
];

/** Where somebody else answers for the server. */
const FOREIGN: Partial<Record<FailureReason, string>> = {
  portal: texts.portal,
  busy: sentences.SERVICE_UNAVAILABLE,
  fault: texts.fault,
};

/** What went wrong with a call, in words: the server's own where it answered, ours where nothing came. */
export function serverErrorOf(error: unknown): ServerError {
  if (error instanceof RefusedAction) return error.answer;
  if (isCallError(error) && error.data) {
    return { code: error.data.code, message: error.message, fieldErrors: error.data.fieldErrors ?? {} };
  }
  if (error instanceof Error && error.cause instanceof ForeignResponse) {
    return { code: null, message: FOREIGN[failureReasonOf(error)] ?? texts.badTransport, fieldErrors: {} };
  }
  const said = error instanceof Error ? (error.cause instanceof SyntaxError ? texts.badTransport : error.message) : '';
  const silence = navigator.onLine ? texts.noAnswer : texts.notOnDevice;
  return { code: null, message: OWN_MESSAGES.includes(said) ? said : silence, fieldErrors: {} };
}

/** Whether this is what a call throws, and no fault of the app's own. */
export const isFailedCall = (error: unknown): boolean => isCallError(error);

/** Whether the server answered at all: only then is the outcome of a mutation known. */
export function isDefinite(error: unknown): boolean {
  const { code } = serverErrorOf(error);
  return code !== null && code !== 'SERVICE_UNAVAILABLE' && code !== 'INTERNAL_SERVER_ERROR' && code !== 'TIMEOUT';
}
