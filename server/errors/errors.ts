import { StandardSchemaV1Error, TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import {
  type ErrorData,
  faultSentence,
  type SentenceCode,
  sentences,
  tooManyAttempts,
} from '../../src/domain/errors.ts';
import { withSourcePositions } from './source-positions.ts';

/**
 * An expected error with a message for the user, thrown by operations. Anything else that is thrown
 * is a fault, and clients only get a generic message with the request id.
 */
export class UserError extends Error {
  override name = 'UserError';
  readonly code: SentenceCode;
  readonly fieldErrors: Record<string, string[]> | undefined;
  /** A wrong guess of something secret, counted by limits on guesses. */
  readonly guess: boolean;
  /** Seconds after which it makes sense to retry. */
  readonly retryAfter: number | undefined;

  constructor(
    code: SentenceCode,
    message: string = sentences[code],
    options: { fieldErrors?: Record<string, string[]>; guess?: boolean; retryAfter?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.fieldErrors = options.fieldErrors;
    this.guess = options.guess ?? false;
    this.retryAfter = options.retryAfter;
  }
}

/** Rejects a caller who has tried too often. */
export const tooManyRequests = (seconds: number): UserError =>
  new UserError('TOO_MANY_REQUESTS', tooManyAttempts(seconds), { retryAfter: seconds });

/** A UserError shown at one field of the form. */
export function fieldError(field: string, message: string, options: { guess?: boolean } = {}): UserError {
  return new UserError('BAD_REQUEST', sentences.BAD_REQUEST, { fieldErrors: { [field]: [message] }, ...options });
}

/**
 * Errors that mean 'not now' rather than 'never'. Whole classes of PostgreSQL's codes: connections
 * (08), credentials (28), resources and full disks (53), ended by an operator or a crash (57),
 * system and disk errors (58). Single ones: a missing database while it is restored (3D000), a
 * read-only one (25006, and 42501 for read-only files), a transaction left idle for too long
 * (25P03, 25P04), conflicts (40001, 40P01, 55P03), an unconfirmed commit (40003).
 */
const TRANSIENT_SQLSTATE = /^(?:08|28|53|57|58)[0-9A-Z]{3}$|^(?:3D000|25006|42501|25P0[34]|40001|40003|40P01|55P03)$/;

/** Sockets, names and disks, ours or those of the image store. */
const TRANSIENT_SYSTEM_CODES = new Set(
  `ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT ENOTFOUND EAI_AGAIN EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN
  EMFILE ENFILE ENOBUFS ENOSPC EDQUOT EROFS EIO`.split(/\s+/),
);

/** `pg` reports this without a code, so its message is compared, only here. */
const POOL_TIMEOUT = 'timeout exceeded when trying to connect';
const PASSING_SENTENCE =
  /^(?:timeout expired|Query read timeout|Connection terminated.*|Client (?:was closed|has encountered a connection error) and is not queryable|Cannot use a pool after calling end on the pool)$/;

/** Whether no connection of the pool became free in time. */
export const isPoolTimeout = (error: Error): boolean => error.message === POOL_TIMEOUT;

/** The database's own error for a failed query, which Drizzle wraps in the whole query. */
export const getDatabaseError = (error: unknown): unknown =>
  error instanceof DrizzleQueryError ? (error.cause ?? error) : error;

/** Whether this error, or its cause, is temporary, so that the same call may soon succeed. */
export function isTransientError(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (isPoolTimeout(current) || PASSING_SENTENCE.test(current.message)) return true;
    if (current instanceof TRPCError || !('code' in current) || typeof current.code !== 'string') continue;
    const { code } = current;
    if (TRANSIENT_SQLSTATE.test(code) || TRANSIENT_SYSTEM_CODES.has(code)) return true;
    // A socket file that is missing, or closed to us, while PostgreSQL restarts.
    if ('syscall' in current && current.syscall === 'connect') return true;
  }
  return false;
}

/** PostgreSQL's code when it, the role or the database has no connections left. */
const TOO_MANY_CONNECTIONS = '53300';

/** What an operator has to do about an error; undefined if that is unknown. */
export function operatorMessage(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (!('code' in current) || current.code !== TOO_MANY_CONNECTIONS) continue;
    return 'PostgreSQL allows no more connections. Raise its limit (max_connections), or set SERVERS to how many servers share it.';
  }
  return undefined;
}

/**
 * Translates any error for the wire: user errors keep their code, temporary database errors become
 * 503, the rest 500.
 */
export function toWireError(error: TRPCError): TRPCError {
  const { cause } = error;
  if (cause instanceof UserError) return new TRPCError({ code: cause.code, message: cause.message, cause });
  if (error.code === 'INTERNAL_SERVER_ERROR' && isTransientError(cause)) {
    return new TRPCError({ code: 'SERVICE_UNAVAILABLE', cause });
  }
  return error;
}

/**
 * Whether an error is our own fault, which belongs in the log, rather than a response to the
 * caller.
 */
export function isServerFault(error: TRPCError): boolean {
  return (
    error.code === 'INTERNAL_SERVER_ERROR' ||
    (error.code === 'SERVICE_UNAVAILABLE' && !(error.cause instanceof UserError))
  );
}

/** Some messages repeat what a caller sent, of any length. */
const MAX_LOGGED_MESSAGE_LENGTH = 2_000;

/**
 * Whether someone tried something forbidden, guessed a secret wrong, or tried too often. The log
 * has each of these, since a batch has only one status for all its calls.
 */
export function isSecurityEvent({ code, cause }: TRPCError): boolean {
  const isGuess = cause instanceof UserError && cause.guess;
  return isGuess || code === 'UNAUTHORIZED' || code === 'FORBIDDEN' || code === 'TOO_MANY_REQUESTS';
}

interface LoggedError {
  type: string;
  message: string;
  stack: string;
  [more: string]: unknown;
}

/**
 * An error for the log: what it was and where it came from, without personal data. Queries are
 * logged without their values, and the database's own messages not at all, since they repeat
 * values; the code identifies them.
 */
export function errorForLog(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const { stack = '', message } = error;
  const details = loggableDetails(error);
  const frames = stack.slice(stack.indexOf(message) + message.length).match(/^ +at .+$/gm) ?? [];
  return {
    type: error.constructor.name,
    ...details,
    message: details.message.slice(0, MAX_LOGGED_MESSAGE_LENGTH),
    stack: withSourcePositions(frames.join('\n')),
    ...(error.cause instanceof Error && { cause: errorForLog(error.cause) }),
  };
}

function loggableDetails(error: Error): { message: string; [more: string]: unknown } {
  if (error instanceof DrizzleQueryError) return { message: error.query };
  if (error instanceof StandardSchemaV1Error) return { message: Object.keys(fieldErrorsOf(error.issues)).join(', ') };
  if (error instanceof pg.DatabaseError) {
    const { code, table, column, constraint, routine = '' } = error;
    return { message: operatorMessage(error) ?? routine, code, table, column, constraint };
  }
  return { message: error.message, ...('code' in error && { code: error.code }) };
}

/**
 * The message and field errors that a client may see. Texts of libraries and the database never
 * pass.
 */
export function publicError(error: TRPCError, requestId: string): { message: string; data: ErrorData } {
  const { cause, code } = error;
  if (cause instanceof UserError) {
    return {
      message: cause.message,
      data: { code, requestId, ...(cause.fieldErrors && { fieldErrors: cause.fieldErrors }) },
    };
  }
  if (code === 'BAD_REQUEST' && cause instanceof StandardSchemaV1Error) {
    return { message: sentences.BAD_REQUEST, data: { code, requestId, fieldErrors: fieldErrorsOf(cause.issues) } };
  }
  if (code in sentences) return { message: sentences[code as SentenceCode], data: { code, requestId } };
  const isOurs = getHTTPStatusCodeFromError(error) >= 500;
  return { message: isOurs ? faultSentence(requestId) : sentences.BAD_REQUEST, data: { code, requestId } };
}

/** More than any form has: the list of errors could be ten times as long as the input. */
const MAX_FIELD_ERRORS = 50;

function fieldErrorsOf(issues: StandardSchemaV1Error['issues']): Record<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const issue of issues.slice(0, MAX_FIELD_ERRORS)) {
    const path = (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.');
    // The sender named an unknown key, so it is not echoed beyond a sane length.
    const key = path.slice(0, 100);
    fields.set(key, [...(fields.get(key) ?? []), issue.message]);
  }
  return Object.fromEntries(fields);
}
