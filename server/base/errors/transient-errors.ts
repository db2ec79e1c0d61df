import { TRPCError } from '@trpc/server';

/**
 * Connections (08), credentials (28), resources (53), shutdown (57), I/O (58), restores (3D000),
 * read-only (25006, 42501), idle timeouts, conflicts, unconfirmed commits (40003).
 */
const TRANSIENT_SQLSTATE = /^(?:08|28|53|57|58)[0-9A-Z]{3}$|^(?:3D000|25006|42501|25P0[34]|40001|40003|40P01|55P03)$/;

const TRANSIENT_SYSTEM_CODES = new Set(
  `ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT ENOTFOUND EAI_AGAIN EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN
  EMFILE ENFILE ENOBUFS ENOSPC EDQUOT EROFS EIO`.split(/\s+/),
);

/** `pg` gives these no code. */
const POOL_TIMEOUT = 'timeout exceeded when trying to connect';
const PASSING_SENTENCE =
  /^(?:timeout expired|Query read timeout|Connection terminated.*|Client (?:was closed|has encountered a connection error) and is not queryable|Cannot use a pool after calling end on the pool)$/;

// biome-ignore lint/plugin/sentences: pg gives its own errors no code
export const isPoolTimeout = (error: Error): boolean => error.message === POOL_TIMEOUT;

export function isTransientError(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    // biome-ignore lint/plugin/sentences: pg gives its own errors no code
    if (isPoolTimeout(current) || PASSING_SENTENCE.test(current.message)) return true;
    if (current instanceof TRPCError || !('code' in current) || typeof current.code !== 'string') continue;
    const { code } = current;
    if (TRANSIENT_SQLSTATE.test(code) || TRANSIENT_SYSTEM_CODES.has(code)) return true;
    // While PostgreSQL restarts.
    if ('syscall' in current && current.syscall === 'connect') return true;
  }
  return false;
}
