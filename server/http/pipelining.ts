import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Active requests on one connection. Browsers and proxies send the next one after the previous
 * response.
 */
export const MAXIMUM_PIPELINED = 16;

/**
 * Ends a connection that keeps sending requests without reading: each response is kept in memory
 * until the ones before it have been read.
 */
export function limitPipelining(app: FastifyInstance): void {
  const underWay = new WeakMap<Socket, number>();
  app.addHook('onRequest', ({ socket }, _reply, done) => {
    const others = underWay.get(socket) ?? 0;
    // Nothing is processed for it, or for what follows in the same packet: nobody reads the
    // response.
    if (others >= MAXIMUM_PIPELINED) return void socket.destroy();
    underWay.set(socket, others + 1);
    done();
  });
  app.addHook('onResponse', ({ socket }, _reply, done) => {
    underWay.set(socket, (underWay.get(socket) ?? 1) - 1);
    done();
  });
}
