import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Active requests on one connection. Browsers and proxies send the next one after the previous
 * response.
 */
export const MAX_PIPELINED_REQUESTS = 16;

/**
 * Ends a connection that keeps sending requests without reading: each response is kept in memory
 * until the ones before it have been read.
 */
export function limitPipelining(app: FastifyInstance): void {
  const activeRequests = new WeakMap<Socket, number>();
  app.addHook('onRequest', ({ socket }, _reply, done) => {
    const others = activeRequests.get(socket) ?? 0;
    // Nothing is processed for it, or for what follows in the same packet: nobody reads the
    // response.
    if (others >= MAX_PIPELINED_REQUESTS) return void socket.destroy();
    activeRequests.set(socket, others + 1);
    done();
  });
  app.addHook('onResponse', ({ socket }, _reply, done) => {
    activeRequests.set(socket, (activeRequests.get(socket) ?? 1) - 1);
    done();
  });
}
