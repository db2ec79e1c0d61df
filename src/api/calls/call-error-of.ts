import { TRPCClientError } from '@trpc/client';
import type { AnyTRPCRouter } from '@trpc/server';
import { texts } from '../../domain/errors.ts';
import { CallError, serverRejection, silenceReason } from './call-error.ts';

/** A change without an answer may have been made, so its reason is never `offline`. */
export function callErrorOf(thrown: unknown, type: 'query' | 'mutation'): CallError {
  const { cause, data, message, meta } = TRPCClientError.from<AnyTRPCRouter>(thrown as Error);
  if (cause instanceof CallError) return cause;
  if (data) return serverRejection(data.httpStatus ?? 500, { message, data });
  if (cause instanceof SyntaxError || meta?.response) return new CallError('fault', { message: texts.badTransport });
  return new CallError(type === 'mutation' ? 'no-answer' : silenceReason(), { cause });
}
