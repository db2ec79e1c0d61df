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
 * An answer that is no: an operation throws it with the sentence a person should read. Anything else that is thrown is
 * a fault, and a client sees only a generic sentence with the request id.
 */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: SentenceCode;
  readonly fieldErrors: Record<string, string[]> | undefined;
  /** A wrong guess of something secret: a limit that charges guesses counts it. */
  readonly guess: boolean;
  /** Seconds after which it makes sense to ask again. */
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

/** Refuses whoever has tried too often, for so many seconds. */
export const tooManyRequests = (seconds: number): Refusal =>
  new Refusal('TOO_MANY_REQUESTS', tooManyAttempts(seconds), { retryAfter: seconds });

/** A refusal whose sentence stands at one field of the form. */
export function fieldRefusal(field: string, message: string, options: { guess?: boolean } = {}): Refusal {
  return new Refusal('BAD_REQUEST', sentences.BAD_REQUEST, { fieldErrors: { [field]: [message] }, ...options });
}

/**
 * What means 'not now' rather than 'never'. Whole classes of PostgreSQL's codes: connections (08), credentials (28),
 * resources and full disks (53), ended by an operator or a crash (57), system and disk errors (58). Some by themselves:
 * a missing database while it is restored (3D000), a read-only one (25006, and 42501 for read-only files), a transaction
 * left idle for too long (25P03, 25P04), conflicts (40001, 40P01, 55P03), an unconfirmed commit (40003).
 */
const PASSING_SQLSTATE = /^(?:08|28|53|57|58)[0-9A-Z]{3}$|^(?:3D000|25006|42501|25P0[34]|40001|40003|40P01|55P03)$/;

/** Sockets, names and disks, ours or those of the image store. */
const PASSING_SYSTEM_CODES = new Set(
  `ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT ENOTFOUND EAI_AGAIN EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN
  EMFILE ENFILE ENOBUFS ENOSPC EDQUOT EROFS EIO`.split(/\s+/),
);

/** What `pg` says without any code: only here is it read. */
const POOL_TIMEOUT = 'timeout exceeded when trying to connect';
const PASSING_SENTENCE =
  /^(?:timeout expired|Query read timeout|Connection terminated.*|Client (?:was closed|has encountered a connection error) and is not queryable|Cannot use a pool after calling end on the pool)$/;

/** Whether no connection of the pool became free in time. */
export const isPoolTimeout = (error: Error): boolean => error.message === POOL_TIMEOUT;

/** What the database said of a failed query, which Drizzle wraps in the whole query. */
export const databaseErrorOf = (error: unknown): unknown =>
  error instanceof DrizzleQueryError ? (error.cause ?? error) : error;

/** Whether this, or what caused it, passes by itself: the same call may go well in a moment. */
export function isPassingFault(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (isPoolTimeout(current) || PASSING_SENTENCE.test(current.message)) return true;
    if (current instanceof TRPCError || !('code' in current) || typeof current.code !== 'string') continue;
    const { code } = current;
    if (PASSING_SQLSTATE.test(code) || PASSING_SYSTEM_CODES.has(code)) return true;
    // A socket file that is not there, or not open to us, while PostgreSQL is restarted.
    if ('syscall' in current && current.syscall === 'connect') return true;
  }
  return false;
}

/** PostgreSQL's code for more connections than it, the role or the database may have. */
const TOO_MANY_CONNECTIONS = '53300';

/** What an operator has to do about an error, where that can be said; undefined for all others. */
export function operatorSentence(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (!('code' in current) || current.code !== TOO_MANY_CONNECTIONS) continue;
    return 'PostgreSQL allows no more connections. Raise its limit (max_connections), or set SERVERS to how many servers share it.';
  }
  return undefined;
}

/** What any thrown thing means on the wire: refusals keep their code, passing database faults are 503, the rest 500. */
export function toWireError(error: TRPCError): TRPCError {
  const { cause } = error;
  if (cause instanceof Refusal) return new TRPCError({ code: cause.code, message: cause.message, cause });
  if (error.code === 'INTERNAL_SERVER_ERROR' && isPassingFault(cause)) {
    return new TRPCError({ code: 'SERVICE_UNAVAILABLE', cause });
  }
  return error;
}

/** Whether an error is a fault of ours, which belongs in the log, rather than an answer to the caller. */
export function isFault(error: TRPCError): boolean {
  return (
    error.code === 'INTERNAL_SERVER_ERROR' ||
    (error.code === 'SERVICE_UNAVAILABLE' && !(error.cause instanceof Refusal))
  );
}

/** Some messages repeat what a caller sent, whatever its length. */
const MAXIMUM_LOGGED_MESSAGE = 2_000;

/**
 * Whether an error says that somebody tried what they may not, guessed a secret wrong, or tried too often: the log has
 * each, since a batch of ten has one status for all of them.
 */
export function isSecurityEvent({ code, cause }: TRPCError): boolean {
  const isGuess = cause instanceof Refusal && cause.guess;
  return isGuess || code === 'UNAUTHORIZED' || code === 'FORBIDDEN' || code === 'TOO_MANY_REQUESTS';
}

interface LoggedFault {
  type: string;
  message: string;
  stack: string;
  [more: string]: unknown;
}

/**
 * A fault as the log keeps it: what it was and where it came from, never whose data it was about. Queries are logged
 * without their values, and a database's own messages not at all, since they repeat values; the code says what it was.
 */
export function faultForLog(error: unknown): LoggedFault {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const { stack = '', message } = error;
  const said = saidBy(error);
  const frames = stack.slice(stack.indexOf(message) + message.length).match(/^ +at .+$/gm) ?? [];
  return {
    type: error.constructor.name,
    ...said,
    message: said.message.slice(0, MAXIMUM_LOGGED_MESSAGE),
    stack: withSourcePositions(frames.join('\n')),
    ...(error.cause instanceof Error && { cause: faultForLog(error.cause) }),
  };
}

function saidBy(error: Error): { message: string; [more: string]: unknown } {
  if (error instanceof DrizzleQueryError) return { message: error.query };
  if (error instanceof StandardSchemaV1Error) return { message: Object.keys(fieldErrorsOf(error.issues)).join(', ') };
  if (error instanceof pg.DatabaseError) {
    const { code, table, column, constraint, routine = '' } = error;
    return { message: operatorSentence(error) ?? routine, code, table, column, constraint };
  }
  return { message: error.message, ...('code' in error && { code: error.code }) };
}

/** The message and field errors a client may see for an error. Library and database texts never pass. */
export function publicError(error: TRPCError, requestId: string): { message: string; data: ErrorData } {
  const { cause, code } = error;
  if (cause instanceof Refusal) {
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

/** More than any form has: a list of wrong things would come back ten times as long as it was sent. */
const MAXIMUM_FIELD_ERRORS = 50;

function fieldErrorsOf(issues: StandardSchemaV1Error['issues']): Record<string, string[]> {
  const fields = new Map<string, string[]>();
  for (const issue of issues.slice(0, MAXIMUM_FIELD_ERRORS)) {
    const path = (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.');
    // An unknown key is named by whoever sent it: it is not echoed back beyond a sane length.
    const key = path.slice(0, 100);
    fields.set(key, [...(fields.get(key) ?? []), issue.message]);
  }
  return Object.fromEntries(fields);
}
