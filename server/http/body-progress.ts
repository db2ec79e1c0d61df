import type { FastifyInstance } from 'fastify';

/** How often a body under way is looked at, in milliseconds: longer than a phone has no network in a tunnel or a lift. */
export const PROGRESS_MS = 30_000;
/** What has to arrive in that time, in bytes: a tenth of what the slowest mobile networks carry. */
export const MINIMUM_PROGRESS = 30 * 1024;

/**
 * Ends requests whose bodies hardly move. A large file on a slow line may take as long as it needs, but nobody holds a
 * connection open with a byte now and then, or by sending on after the response. Takes the place of Node's
 * `requestTimeout`, which limits the total time.
 */
export function requireProgress(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw, headers, socket }, reply, done) => {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (!hasBody) return done();
    let before = socket.bytesRead;
    let hadResponse = false;
    const timer = setInterval(() => {
      // When we are the ones who have not read yet, the sender cannot send.
      const isOurTurn = raw.readableLength >= raw.readableHighWaterMark;
      const isSlow = !isOurTurn && socket.bytesRead - before < MINIMUM_PROGRESS;
      if (!raw.complete && (isSlow || hadResponse)) end();
      before = socket.bytesRead;
      hadResponse = reply.raw.writableEnded;
    }, PROGRESS_MS);
    const end = () => {
      // As Node reports a request that has had its time, so that it is answered in the same way.
      const error = Object.assign(new Error('The request body arrived too slowly'), {
        code: 'ERR_HTTP_REQUEST_TIMEOUT',
      });
      app.server.emit('clientError', error, socket);
    };
    raw.once('close', () => clearInterval(timer));
    done();
  });
}
