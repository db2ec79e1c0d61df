import type { FastifyInstance } from 'fastify';
import { httpError } from './error-responses.ts';

export const MAX_HEADER_LENGTH = 1_000;

export const READ_HEADERS: readonly string[] = [
  'accept',
  'accept-encoding',
  'authorization',
  'available-dictionary',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'idempotency-key',
  'if-match',
  'if-modified-since',
  'if-none-match',
  'if-range',
  'if-unmodified-since',
  'last-event-id',
  'range',
  'traceparent',
  'transfer-encoding',
  'trpc-accept',
  'x-device-ticket',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-shopify-hmac-sha256',
  'x-shopify-test',
  'x-shopify-topic',
  'x-signature',
  'x-trpc-source',
  'x-twilio-signature',
  'x-waybill-doctor',
  'x-wc-webhook-signature',
  'x-wc-webhook-topic',
];

/** The first of all hooks: a long header is refused before anything reads it. */
export function limitHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const isTooLong = READ_HEADERS.some((name) => (headers[name]?.length ?? 0) > MAX_HEADER_LENGTH);
    done(isTooLong ? httpError(431) : undefined);
  });
}
