import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** After as many checks the whole body must be there. */
    maxBodyChecks?: number;
  }
}

/** Longer than a phone is offline in a tunnel. */
export const PROGRESS_CHECK_MS = 30_000;
/** A tenth of what the slowest mobile networks manage. */
export const MIN_PROGRESS_BYTES = 30 * 1024;
/** Then a larger body must be there: twenty minutes. */
const MAX_CHECKS = 40;

/** Null without a body, and 0 for one whose length nobody says. */
export function bodyLengthOf(headers: IncomingHttpHeaders): number | null {
  const length = Number(headers['content-length'] ?? 0);
  return headers['transfer-encoding'] !== undefined || length > 0 ? length : null;
}

/** Ends stalled requests. Node's `requestTimeout` would also end large files on slow lines. */
export function requireProgress(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw, headers, socket, routeOptions }, reply, done) => {
    const length = bodyLengthOf(headers);
    if (length === null) return done();
    const { maxBodyChecks = MAX_CHECKS } = routeOptions.config;
    let before = socket.bytesRead;
    const begun = before;
    let hadResponse = false;
    const timer = setInterval(() => {
      // While our own buffer is full, the sender cannot send.
      const isOurTurn = raw.readableLength >= raw.readableHighWaterMark;
      const size = length || before - begun;
      const isSlow = !isOurTurn && socket.bytesRead - before < Math.max(MIN_PROGRESS_BYTES, size / maxBodyChecks);
      if (!raw.complete && (isSlow || hadResponse)) end();
      before = socket.bytesRead;
      hadResponse = reply.raw.writableEnded;
    }, PROGRESS_CHECK_MS);
    const end = () => {
      const error = Object.assign(new Error('The request body arrived too slowly'), {
        code: 'ERR_HTTP_REQUEST_TIMEOUT',
      });
      app.server.emit('clientError', error, socket);
    };
    raw.once('close', () => clearInterval(timer));
    // Those that a test injects are never closed.
    reply.raw.once('close', () => raw.readableEnded && clearInterval(timer));
    done();
  });
}
