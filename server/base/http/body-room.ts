import type { FastifyInstance } from 'fastify';
import { networkOf } from '../limits/limit-keys.ts';
import { bodyLengthOf } from './body-progress.ts';
import { httpError } from './error-responses.ts';

const ROOM_BYTES = 128 * 1024 * 1024;
/** A network may take a quarter of what is left, so that something is left for others. */
const SHARE = 1 / 4;
const MIN_BYTES = 16 * 1024;
const BUFFER_BYTES = 64 * 1024;

/** Reserves before a byte is read: whole bodies are in memory, also while their calls wait. */
export function limitBodies(app: FastifyInstance): void {
  const taken = new Map<string, number>();
  let total = 0;
  app.addHook('onRequest', ({ headers, ip, routeOptions: { bodyLimit } }, reply, done) => {
    const length = bodyLengthOf(headers);
    if (length === null) return done();
    const bytes = length > bodyLimit ? BUFFER_BYTES : Math.max(length || bodyLimit, MIN_BYTES);
    const network = networkOf(ip);
    const take = (change: number) => {
      const own = (taken.get(network) ?? 0) + change;
      total += change;
      if (own > 0) taken.set(network, own);
      else taken.delete(network);
    };
    if ((taken.get(network) ?? 0) + bytes > (ROOM_BYTES - total) * SHARE) return done(httpError(503));
    take(bytes);
    reply.raw.once('close', () => take(-bytes));
    done();
  });
}
