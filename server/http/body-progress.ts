import type { FastifyInstance } from 'fastify';

/**
 * How often a body in transit is checked, in milliseconds: longer than a phone is offline in a
 * tunnel or a lift.
 */
export const PROGRESS_MS = 30_000;
/** What must arrive in that time, in bytes: a tenth of what the slowest mobile networks manage. */
export const MINIMUM_PROGRESS = 30 * 1024;

/**
 * Ends requests whose bodies have stalled. A large file on a slow line may take as long as it
 * needs, but nobody can hold a connection open by sending a byte now and then, or by sending on
 * after the response. Replaces Node's `requestTimeout`, which limits the total time.
 */
export function requireProgress(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw, headers, socket }, reply, done) => {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (!hasBody) return done();
    let before = socket.bytesRead;
    let hadResponse = false;
    const timer = setInterval(() => {
      // While our own buffer is full, the sender cannot send.
      const isOurTurn = raw.readableLength >= raw.readableHighWaterMark;
      const isSlow = !isOurTurn && socket.bytesRead - before < MINIMUM_PROGRESS;
      if (!raw.complete && (isSlow || hadResponse)) end();
      before = socket.bytesRead;
      hadResponse = reply.raw.writableEnded;
    }, PROGRESS_MS);
    const end = () => {
      // Reported like Node's own request timeout, so that it gets the same response.
      const error = Object.assign(new Error('The request body arrived too slowly'), {
        code: 'ERR_HTTP_REQUEST_TIMEOUT',
      });
      app.server.emit('clientError', error, socket);
    };
    raw.once('close', () => clearInterval(timer));
    done();
  });
}
