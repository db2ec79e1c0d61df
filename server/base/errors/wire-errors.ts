import { getTRPCErrorFromUnknown, StandardSchemaV1Error, TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import {
  type ErrorData,
  faultSentence,
  fieldErrorsOf,
  type SentenceCode,
  sentences,
} from '../../../src/domain/errors.ts';
import { sentenceIn } from '../../../src/domain/money.ts';
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

/** Fastify's own errors, and `httpError`, have only a status. */
const CODE_BY_STATUS: Record<number, SentenceCode> = {
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  408: 'TIMEOUT',
  413: 'PAYLOAD_TOO_LARGE',
  414: 'PAYLOAD_TOO_LARGE',
  415: 'PARSE_ERROR',
  429: 'TOO_MANY_REQUESTS',
  431: 'PAYLOAD_TOO_LARGE',
  503: 'SERVICE_UNAVAILABLE',
};
export const codeOfStatus = (status: number): SentenceCode | null =>
  CODE_BY_STATUS[status] ?? (status >= 400 && status < 500 ? 'BAD_REQUEST' : null);

/** Turns whatever a route throws into a refusal, or into a fault of ours. */
export function toRefusal(thrown: unknown): TRPCError {
  if (thrown instanceof TRPCError) return toWireError(thrown);
  const code = codeOfStatus((thrown as { statusCode?: number }).statusCode ?? 500);
  if (code) return new TRPCError({ code, cause: new UserError(code) });
  return toWireError(getTRPCErrorFromUnknown(thrown));
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

/** Schemas say amounts in dollars. */
export const fieldErrorsIn = (currency: string, issues: Parameters<typeof fieldErrorsOf>[0]) =>
  fieldErrorsOf(issues.map(({ message, path }) => ({ message: sentenceIn(currency, message), path })));

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
    const fieldErrors = fieldErrorsIn(currency, cause.issues);
    return { message: sentences.BAD_REQUEST, data: { code, requestId, fieldErrors } };
  }
  if (code in sentences) return { message: sentences[code as SentenceCode], data: { code, requestId } };
  const isOurs = getHTTPStatusCodeFromError(error) >= 500;
  return { message: isOurs ? faultSentence(requestId) : sentences.BAD_REQUEST, data: { code, requestId } };
}
