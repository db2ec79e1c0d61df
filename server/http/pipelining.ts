import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Requests under way on one connection. Browsers and proxies send the next one when they have the answer before it. */
export const MAXIMUM_PIPELINED = 16;

/**
 * Ends a connection that sends request after request without reading: each begins its answer, which is then kept in
 * memory until the ones before it are read.
 */
export function limitPipelining(app: FastifyInstance): void {
  const underWay = new WeakMap<Socket, number>();
  app.addHook('onRequest', ({ socket }, _reply, done) => {
    const others = underWay.get(socket) ?? 0;
    // Nothing is done for it, nor for what comes behind it in the same packet: there is nobody to answer.
    if (others >= MAXIMUM_PIPELINED) return void socket.destroy();
    underWay.set(socket, others + 1);
    done();
  });
  app.addHook('onResponse', ({ socket }, _reply, done) => {
    underWay.set(socket, (underWay.get(socket) ?? 1) - 1);
    done();
  });
}
