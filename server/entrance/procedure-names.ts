import type { FastifyRequest } from 'fastify';
import { appRouter } from './router.ts';

export const MAX_BATCH_SIZE = 10;

const names = new Set(Object.keys(appRouter._def.procedures));

/** `other` for unknown ones, to bound the values in metrics; null without a call. */
export function listRequestedProcedures({ params }: FastifyRequest): string[] | null {
  const { path } = params as { path?: string };
  if (path === undefined) return null;
  return path.split(',', MAX_BATCH_SIZE).map((name) => (names.has(name) ? name : 'other'));
}
