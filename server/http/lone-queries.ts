/**
 * Runs a single query straight from its procedure. tRPC's adapter wraps each call in a fetch
 * Request and Response, whose headers, streams and abort signals take twice the time of a lookup
 * with all its guards. The responses are byte for byte the same
 * (tests/server/single-query-fast-path.test.ts); anything that is not plainly a single query goes
 * on to the adapter.
 */
import { type AnyTRPCProcedure, getTRPCErrorFromUnknown, getTRPCErrorShape, type TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context/context.ts';
import { Refusal } from '../errors/errors.ts';
import { appRouter } from '../routers/router.ts';

const { _config: config, procedures } = appRouter._def;
/** Every query by its path: at runtime the router keeps its procedures in one flat record. */
const queries = new Map(
  Object.entries(procedures as unknown as Record<string, AnyTRPCProcedure>).filter(
    ([, { _def }]) => _def.type === 'query',
  ),
);
/** No query stops when its caller disconnects. */
const { signal } = new AbortController();

const asItIs = (json: unknown) => json as string;

/** Seconds to wait if the error itself does not say how long. */
export const BUSY_SECONDS = 2;

/**
 * The `retry-after` header for these errors, with the longest of their waits; none if no error is
 * temporary.
 */
export function retryAfter(errors: readonly TRPCError[]): Record<string, string> {
  const seconds = errors.map(({ code, cause }) => {
    if (cause instanceof Refusal && cause.retryAfter !== undefined) return cause.retryAfter;
    return code === 'SERVICE_UNAVAILABLE' || code === 'TOO_MANY_REQUESTS' ? BUSY_SECONDS : 0;
  });
  const longest = Math.max(0, ...seconds);
  return longest > 0 ? { 'retry-after': String(longest) } : {};
}

/** Adds the fast path to `scope`, in which tRPC's adapter is registered. */
export function answerLoneQueries(
  scope: FastifyInstance,
  contextOf: (call: { req: FastifyRequest; res: FastifyReply }) => Context,
): void {
  scope.addHook('preHandler', async (request, reply) => {
    const { path = '' } = request.params as { path?: string };
    const procedure = queries.get(path);
    const asked = procedure && inputOf(request);
    if (!asked) return;
    const call = { path, type: 'query', input: asked.input } as const;
    let ctx: Context | undefined;
    // Its own serializer keeps the adapter's content type, to which Fastify would add a charset.
    reply.serializer(asItIs).headers({ 'content-type': 'application/json', vary: 'trpc-accept, accept' });
    try {
      ctx = contextOf({ req: request, res: reply });
      const data: unknown = await procedure({
        ...call,
        ctx,
        getRawInput: async () => call.input,
        signal,
        batchIndex: 0,
      });
      return reply.send(JSON.stringify({ result: { data } }));
    } catch (cause) {
      const error = getTRPCErrorFromUnknown(cause);
      const body = JSON.stringify({ error: getTRPCErrorShape({ ...call, config, error, ctx }) });
      return reply
        .code(getHTTPStatusCodeFromError(error))
        .headers(retryAfter([error]))
        .send(body);
    }
  });
}

/** The input of a request's only query; null if the request is anything else. */
function inputOf({ method, headers, url }: FastifyRequest): { input: unknown } | null {
  if (method !== 'GET' || headers['content-type'] || headers['trpc-accept'] || headers.accept?.includes('jsonl'))
    return null;
  const parameters = URL.parse(url, `http://${headers.host ?? 'localhost'}`)?.searchParams;
  if (!parameters || parameters.size > 1) return null;
  const json = parameters.get('input');
  if (json === null && parameters.size > 0) return null;
  try {
    return { input: json ? JSON.parse(json) : undefined };
  } catch {
    return null;
  }
}
