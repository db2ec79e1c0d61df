import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type SentenceCode, sentences } from '../../../src/domain/errors.ts';
import { UserError } from '../errors/errors.ts';
import { codeOfStatus, isSecurityEvent, isServerFault, publicError, toRefusal } from '../errors/wire-errors.ts';
import type { SecurityHeaders } from './security-headers.ts';

export function httpError(statusCode: number): Error {
  return Object.assign(new Error(STATUS_CODES[statusCode]), { statusCode });
}

const BUSY_RETRY_SECONDS = 2;

export function retryAfterHeader(errors: readonly TRPCError[]): Record<string, string> {
  const seconds = errors.map(({ code, cause }) => {
    if (cause instanceof UserError && cause.retryAfter !== undefined) return cause.retryAfter;
    return code === 'SERVICE_UNAVAILABLE' || code === 'TOO_MANY_REQUESTS' ? BUSY_RETRY_SECONDS : 0;
  });
  const longest = Math.max(0, ...seconds);
  return longest > 0 ? { 'retry-after': String(longest) } : {};
}

/** Handles errors of all routes but `/v1`; the gate has logged its own. */
export function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const error = toRefusal(thrown);
  const { statusCode = 500 } = thrown as Partial<FastifyError>;
  if (!(thrown instanceof TRPCError)) {
    const procedure = `${request.method} ${request.routeOptions.url ?? 'none'}`;
    if (isServerFault(error)) request.log.error({ err: thrown, procedure }, 'A request failed');
    if (isSecurityEvent(error)) request.log.info({ procedure, code: error.code }, 'A call was rejected');
  }
  reply
    .code(statusCode < 500 ? statusCode : getHTTPStatusCodeFromError(error))
    .headers({ 'cache-control': 'no-store', 'x-request-id': request.id, ...retryAfterHeader([error]) })
    .send({ error: publicError(error, request.id) });
}

/** Malformed or unfinished HTTP: no request, only a connection. */
export function onClientError(error: ConnectionError, socket: Socket, securityHeaders: SecurityHeaders): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return;
  const { _httpMessage: answer } = socket as Socket & { _httpMessage?: ServerResponse | null };
  if (answer?.headersSent) {
    // In the middle of another response, this one would be read as part of it.
    socket.destroySoon();
    return;
  }
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const requestId = randomUUID();
  const body = JSON.stringify(errorBody(codeOfStatus(status) ?? 'BAD_REQUEST', requestId));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    ...Object.entries(securityHeaders).map(([name, value]) => `${name}: ${value}`),
    `x-request-id: ${requestId}`,
    'connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}

export const errorBody = (code: SentenceCode, requestId: string) => ({
  error: { message: sentences[code], data: { code, requestId } },
});
