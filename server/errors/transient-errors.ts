import { TRPCError } from '@trpc/server';

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
