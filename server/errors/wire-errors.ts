import { StandardSchemaV1Error, TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { type ErrorData, faultSentence, fieldErrorsOf, type SentenceCode, sentences } from '../../src/domain/errors.ts';
import { sentenceIn } from '../../src/domain/money.ts';
import { UserError } from './errors.ts';
import { isTransientError } from './transient-errors.ts';

export function toWireError(error: TRPCError): TRPCError {
  const { cause } = error;
  if (cause instanceof UserError) return new TRPCError({ code: cause.code, message: cause.message, cause });
  if (error.code === 'INTERNAL_SERVER_ERROR' && isTransientError(cause)) {
    return new TRPCError({ code: 'SERVICE_UNAVAILABLE', cause });
  }
  return error;
}

export function isServerFault(error: TRPCError): boolean {
  return (
    error.code === 'INTERNAL_SERVER_ERROR' ||
    (error.code === 'SERVICE_UNAVAILABLE' && !(error.cause instanceof UserError))
  );
}

/** The log has each, since a batch has only one status for all its calls. */
export function isSecurityEvent({ code, cause }: TRPCError): boolean {
  const isGuess = cause instanceof UserError && cause.guess;
  return isGuess || code === 'UNAUTHORIZED' || code === 'FORBIDDEN' || code === 'TOO_MANY_REQUESTS';
}

/** Texts of libraries and the database never pass. */
export function publicError(
  error: TRPCError,
  requestId: string,
  currency = 'USD',
): { message: string; data: ErrorData } {
  const { cause, code } = error;
  if (cause instanceof UserError) {
    const { fieldErrors, toDecide, shop, needs, secondStep } = cause;
    const data = {
      code,
      requestId,
      ...(fieldErrors && { fieldErrors }),
      ...(toDecide && { toDecide }),
      ...(shop && { shop }),
      ...(needs && { needs }),
      ...(secondStep && { secondStep }),
    };
    return { message: cause.message, data };
  }
  if (code === 'BAD_REQUEST' && cause instanceof StandardSchemaV1Error) {
    const issues = cause.issues.map(({ message, path }) => ({ message: sentenceIn(currency, message), path }));
    return { message: sentences.BAD_REQUEST, data: { code, requestId, fieldErrors: fieldErrorsOf(issues) } };
  }
  if (code in sentences) return { message: sentences[code as SentenceCode], data: { code, requestId } };
  const isOurs = getHTTPStatusCodeFromError(error) >= 500;
  return { message: isOurs ? faultSentence(requestId) : sentences.BAD_REQUEST, data: { code, requestId } };
}
