import type { FastifyRequest } from 'fastify';
import { appRouter } from './router.ts';

export const MAX_BATCH_SIZE = 10;

/** At runtime the router keeps its procedures in one flat record, by name. */
const names = new Set(Object.keys(appRouter._def.procedures));

/**
 * The procedures that a request calls, `other` for each unknown one; null if it calls none. The
 * values are bounded, so they are safe as labels in logs and metrics.
 */
export function listRequestedProcedures({ params }: FastifyRequest): string[] | null {
  const { path } = params as { path?: string };
  if (path === undefined) return null;
  return path.split(',', MAX_BATCH_SIZE).map((name) => (names.has(name) ? name : 'other'));
}
