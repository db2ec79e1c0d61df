import { TRPCError } from '@trpc/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { faultSentence } from '../../../src/domain/errors.ts';
import { v1PathOf } from '../../../src/domain/v1/create-shipment.ts';
import { PROBLEMS, type ProblemCode } from '../../../src/domain/v1/problems.ts';
import { UserError } from '../../base/errors/errors.ts';
import { toRefusal } from '../../base/errors/wire-errors.ts';
import { retryAfterHeader } from '../../base/http/error-responses.ts';
import { KeyConflict } from '../../context/unit-of-work.ts';

export class ApiProblem extends Error {
  override name = 'ApiProblem';
  readonly code: ProblemCode;
  readonly more: Record<string, unknown>;

  constructor(code: ProblemCode, detail: string, more: Record<string, unknown> = {}) {
    super(detail);
    this.code = code;
    this.more = more;
  }
}

/** RFC 9457. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  /** The last part of `type`. */
  code: ProblemCode;
  request_id: string;
  errors?: { pointer: string; detail: string }[];
  [more: string]: unknown;
}

const CODES: Partial<Record<TRPCError['code'], ProblemCode>> = {
  BAD_REQUEST: 'validation',
  PARSE_ERROR: 'not-json',
  UNAUTHORIZED: 'unauthorized',
  FORBIDDEN: 'missing-right',
  NOT_FOUND: 'not-found',
  TIMEOUT: 'busy',
  METHOD_NOT_SUPPORTED: 'method-not-allowed',
  CONFLICT: 'conflict',
  PRECONDITION_FAILED: 'conflict',
  PAYLOAD_TOO_LARGE: 'too-large',
  TOO_MANY_REQUESTS: 'rate-limited',
  SERVICE_UNAVAILABLE: 'busy',
};

function pointerOf(path: string): string {
  return path === '' ? '' : `/${path.split('.').map(escapePart).join('/')}`;
}
const escapePart = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1');

function describe(error: unknown): { code: ProblemCode; detail: string; more: Record<string, unknown> } | null {
  const cause = error instanceof TRPCError ? (error.cause ?? error) : error;
  if (cause instanceof ApiProblem) return { code: cause.code, detail: cause.message, more: cause.more };
  if (cause instanceof KeyConflict) {
    return { code: 'key-reused', detail: 'Send another Idempotency-Key for another request.', more: {} };
  }
  if (cause instanceof UserError && cause.shop) {
    const { type, shipment } = cause.shop;
    const [detail = cause.message] = Object.values(cause.fieldErrors ?? {}).flat();
    return { code: type, detail, more: shipment ? { existing_id: shipment.id } : {} };
  }
  if (cause instanceof UserError) {
    const { fieldErrors = {} } = cause;
    const isLabelFont = 'label-font' in fieldErrors;
    const errors = Object.entries(fieldErrors).flatMap(([path, details]) =>
      [...new Set(details)].map((detail) => ({ pointer: isLabelFont ? '' : pointerOf(v1PathOf(path)), detail })),
    );
    const code = isLabelFont ? 'label-font' : (CODES[cause.code] ?? 'validation');
    return { code, detail: cause.message, more: errors.length > 0 ? { errors } : {} };
  }
  const code = CODES[toRefusal(cause).code];
  return code ? { code, detail: PROBLEMS[code].title, more: {} } : null;
}

export function toProblem(publicUrl: string, error: unknown, { id, log }: Pick<FastifyRequest, 'id' | 'log'>): Problem {
  const known = describe(error);
  if (!known) log.error({ err: error }, 'A call of the REST interface failed');
  const { code, detail, more } = known ?? { code: 'fault' as const, detail: faultSentence(id), more: {} };
  const { status, title } = PROBLEMS[code];
  return { type: `${publicUrl}/developers#${code}`, title, status, detail, code, request_id: id, ...more };
}

export function sendProblem(publicUrl: string, error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = toProblem(publicUrl, error, request);
  const { code, status } = problem;
  if (code === 'unauthorized') reply.header('www-authenticate', 'Bearer');
  reply
    .code(status)
    .headers(retryAfterHeader([toRefusal(error)]))
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify(problem));
}
