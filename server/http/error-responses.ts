import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { faultSentence, type SentenceCode, sentences } from '../../src/domain/errors.ts';
import { BUSY_RETRY_SECONDS } from './fast-path/fast-path.ts';
import type { SecurityHeaders } from './security-headers.ts';

const CODE_BY_STATUS: Record<number, SentenceCode> = {
  400: 'BAD_REQUEST',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  408: 'TIMEOUT',
  413: 'PAYLOAD_TOO_LARGE',
  414: 'PAYLOAD_TOO_LARGE',
  415: 'PARSE_ERROR',
  431: 'PAYLOAD_TOO_LARGE',
  503: 'SERVICE_UNAVAILABLE',
};

export function httpError(statusCode: number): Error {
  return Object.assign(new Error(STATUS_CODES[statusCode]), { statusCode });
}

export function sendError(error: FastifyError | TRPCError, request: FastifyRequest, reply: FastifyReply): void {
  const status = error instanceof TRPCError ? getHTTPStatusCodeFromError(error) : (error.statusCode ?? 500);
  const code = CODE_BY_STATUS[status];
  if (!code && status >= 500) request.log.error({ err: error }, 'A request failed');
  if (status === 503) reply.header('retry-after', BUSY_RETRY_SECONDS);
  reply
    .code(code || status < 500 ? status : 500)
    .header('cache-control', 'no-store')
    .header('x-request-id', request.id)
    .send(errorBody(code ?? (status < 500 ? 'BAD_REQUEST' : null), request.id));
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
  const body = JSON.stringify(errorBody(CODE_BY_STATUS[status] ?? 'BAD_REQUEST', requestId));
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

export function errorBody(code: SentenceCode | null, requestId: string) {
  return {
    error: {
      message: code ? sentences[code] : faultSentence(requestId),
      data: { code: code ?? 'INTERNAL_SERVER_ERROR', requestId },
    },
  };
}
