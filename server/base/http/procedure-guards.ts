import type { FastifyInstance } from 'fastify';
import { isTooComplex } from '../limits/assert-input.ts';
import { httpError } from './error-responses.ts';

export function addProcedureGuards(scope: FastifyInstance): void {
  // The adapter would read a form of any size, and fail on odd methods.
  scope.addHook('onRequest', ({ method, headers }, _reply, done) => {
    if (method === 'GET' || method === 'HEAD') return done();
    if (method !== 'POST') return done(httpError(405));
    const isJson = /^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '');
    done(isJson ? undefined : httpError(415));
  });
  scope.addHook('preValidation', ({ body }, _reply, done) => {
    done(typeof body === 'string' && isTooComplex(body) ? httpError(400) : undefined);
  });
  // This hook runs late: the adapter's Response gets its headers, such as `vary`, after all others.
  scope.addHook('onSend', ({ method, headers }, reply, payload, done) => {
    const isPersonal = headers.authorization !== undefined || headers['x-shipment-grant'] !== undefined;
    const isRead = method === 'GET' || method === 'HEAD';
    const varyHeaders = 'Authorization, X-Shipment-Grant';
    const known = reply.getHeader('vary');
    if (payload instanceof Response) payload.headers.append('vary', varyHeaders);
    else reply.header('vary', known ? `${known}, ${varyHeaders}` : varyHeaders);
    reply.header('cache-control', isPersonal || !isRead ? 'private, no-store' : 'no-cache');
    done();
  });
}
