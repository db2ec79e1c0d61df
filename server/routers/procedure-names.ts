import type { FastifyRequest } from 'fastify';
import { appRouter } from './router.ts';

export const MAXIMUM_BATCH = 10;

/** At run time the router keeps its procedures in one flat record, by their names. */
const names = new Set(Object.keys(appRouter._def.procedures));

/**
 * The procedures that a request asks for, `other` for each that does not exist; null where it asks for none. A log or a
 * counter of these is bounded, whatever a caller makes up.
 */
export function proceduresAsked({ params }: FastifyRequest): string[] | null {
  const { path } = params as { path?: string };
  if (path === undefined) return null;
  return path.split(',', MAXIMUM_BATCH).map((name) => (names.has(name) ? name : 'other'));
}
