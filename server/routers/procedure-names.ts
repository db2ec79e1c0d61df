import type { FastifyRequest } from 'fastify';
import { appRouter } from './router.ts';

export const MAXIMUM_BATCH = 10;

/** At runtime the router keeps its procedures in one flat record, by name. */
const names = new Set(Object.keys(appRouter._def.procedures));

/**
 * The procedures that a request calls, `other` for each unknown one; null if it calls none. The
 * values are bounded, so they are safe as labels in logs and metrics.
 */
export function proceduresAsked({ params }: FastifyRequest): string[] | null {
  const { path } = params as { path?: string };
  if (path === undefined) return null;
  return path.split(',', MAXIMUM_BATCH).map((name) => (names.has(name) ? name : 'other'));
}
