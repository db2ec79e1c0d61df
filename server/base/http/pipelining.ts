import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

export const MAX_PIPELINED_REQUESTS = 16;

/** Each unread response is kept in memory. */
export function limitPipelining(app: FastifyInstance): void {
  const activeRequests = new WeakMap<Socket, number>();
  app.addHook('onRequest', ({ socket }, _reply, done) => {
    const others = activeRequests.get(socket) ?? 0;
    if (others >= MAX_PIPELINED_REQUESTS) return void socket.destroy();
    activeRequests.set(socket, others + 1);
    done();
  });
  app.addHook('onResponse', ({ socket }, _reply, done) => {
    activeRequests.set(socket, (activeRequests.get(socket) ?? 1) - 1);
    done();
  });
}
