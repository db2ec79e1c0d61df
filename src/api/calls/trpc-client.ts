import { createTRPCUntypedClient, TRPCClientError, type TRPCLink, type TRPCRequestOptions } from '@trpc/client';
import { httpBatchLink } from '@trpc/client/links/httpBatchLink';
import { httpLink } from '@trpc/client/links/httpLink';
import { splitLink } from '@trpc/client/links/splitLink';
import type { AnyTRPCRouter } from '@trpc/server';
import { observable } from '@trpc/server/observable';
import { AS_OF_HEADER } from '../../domain/answer-age.ts';
import { FETCHED_AT_HEADER } from '../../pwa/messages.ts';
import { readAccessToken } from './access-token.ts';
import { type CallContext, headersOf, url } from './call-context.ts';
import { noResponse } from './call-error.ts';
import { callErrorOf } from './call-error-of.ts';
import { noteCopyAge } from './copy-age.ts';
import { fetchResponse } from './fetch-response.ts';
import { withProof } from './proof.ts';
import { deviceMoment, noteServerTime } from './server-clock.ts';
import { notifyServerResponse } from './server-responses.ts';

const MAX_BATCH = 10;
const ANSWER_WITHIN_MS = { query: 15_000, mutation: 30_000, subscription: 30_000 };

// So that nothing is dated earlier after a restart.
addEventListener('pagehide', deviceMoment);

const responseLink: TRPCLink<AnyTRPCRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) =>
      next(op).subscribe({
        ...observer,
        next(result) {
          const { onResponse } = op.context as CallContext;
          const response = result.context?.response;
          if (response instanceof Response) {
            noteServerTime(response);
            if (!response.headers.has(FETCHED_AT_HEADER)) {
              notifyServerResponse();
              // Visitors' look-ups may come from a replica that lags while the primary is well.
              const isOwn = readAccessToken() !== null;
              if (op.type === 'query') noteCopyAge(isOwn ? response.headers.get(AS_OF_HEADER) : null);
            }
            onResponse?.(response);
          }
          observer.next(result);
        },
      }),
    );

const limitLink: TRPCLink<AnyTRPCRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      const call = next(op).subscribe(observer);
      const timer = setTimeout(() => {
        call.unsubscribe();
        observer.error(TRPCClientError.from(new DOMException('No response', 'TimeoutError')));
      }, ANSWER_WITHIN_MS[op.type]);
      return () => {
        clearTimeout(timer);
        call.unsubscribe();
      };
    });

/**
 * Mutations go alone, with their own keys, and calls about one shipment because the service worker
 * caches them by address.
 */
const client = createTRPCUntypedClient<AnyTRPCRouter>({
  links: [
    limitLink,
    responseLink,
    splitLink({
      condition: (op) =>
        op.type === 'mutation' || op.path === 'shipment.getShipmentByTrackingId' || 'grant' in op.context,
      true: httpLink({ url, fetch: fetchResponse, headers: ({ op }) => headersOf(op.context) }),
      false: httpBatchLink({ url, fetch: fetchResponse, maxItems: MAX_BATCH, headers: () => headersOf() }),
    }),
  ],
});

/** Offline, a change is never sent: 'Nothing was sent' is true. @throws {CallError} */
export async function call(
  type: 'query' | 'mutation',
  procedure: string,
  input: unknown,
  options?: TRPCRequestOptions,
): Promise<unknown> {
  if (type === 'mutation' && !navigator.onLine) throw noResponse();
  const send = () =>
    client[type](procedure, input, options).catch((error: unknown) => {
      throw callErrorOf(error, type);
    });
  const { isInBackground = false } = (options?.context ?? {}) as CallContext;
  return type === 'mutation' && !isInBackground ? withProof(send) : send();
}
