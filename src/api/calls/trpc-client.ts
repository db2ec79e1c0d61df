import { createTRPCUntypedClient, TRPCClientError, type TRPCLink, type TRPCRequestOptions } from '@trpc/client';
import { httpBatchLink } from '@trpc/client/links/httpBatchLink';
import { httpLink } from '@trpc/client/links/httpLink';
import { splitLink } from '@trpc/client/links/splitLink';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '../../../server/routers/router.ts';
import { FETCHED_AT_HEADER } from '../../pwa/messages.ts';
import { type CallContext, headersOf, url } from './call-context.ts';
import { callErrorOf } from './call-error-of.ts';
import { unanswered } from './failure-reason.ts';
import { fetchResponse } from './fetch-response.ts';
import { deviceMoment, noteServerTime } from './server-clock.ts';
import { notifyServerResponse } from './server-responses.ts';

const MAXIMUM_BATCH = 10;
/** How long an answer may take; what has not come by then is taken for lost. */
const ANSWER_WITHIN_MS = { query: 15_000, mutation: 30_000, subscription: 30_000 };

// What is done after a restart was done after this, whatever the clock says by then.
addEventListener('pagehide', deviceMoment);

/** Takes the server's time from the HTTP answer that data came in, and tells of it the caller and whoever waits for the server. */
const responseLink: TRPCLink<AppRouter> =
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
            if (!response.headers.has(FETCHED_AT_HEADER)) notifyServerResponse();
            onResponse?.(response);
          }
          observer.next(result);
        },
      }),
    );

/** Ends a call that has had its time. */
const limitLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      const call = next(op).subscribe(observer);
      const timer = setTimeout(() => {
        call.unsubscribe();
        observer.error(TRPCClientError.from(new DOMException('No answer', 'TimeoutError')));
      }, ANSWER_WITHIN_MS[op.type]);
      return () => {
        clearTimeout(timer);
        call.unsubscribe();
      };
    });

/**
 * Queries travel in batches of up to ten. Mutations go alone, since they carry a key of their own, and so do the calls about
 * one tracked shipment: the service worker keeps those by their address.
 */
const client = createTRPCUntypedClient<AppRouter>({
  links: [
    limitLink,
    responseLink,
    splitLink({
      condition: (op) =>
        op.type === 'mutation' || op.path === 'shipment.getShipmentByTrackingId' || 'grant' in op.context,
      true: httpLink({ url, fetch: fetchResponse, headers: ({ op }) => headersOf(op.context) }),
      false: httpBatchLink({ url, fetch: fetchResponse, maxItems: MAXIMUM_BATCH, headers: () => headersOf() }),
    }),
  ],
});

/** Makes a call. Throws a CallError. A change never leaves without a network, so that 'Nothing was sent' is true. */
export async function call(
  type: 'query' | 'mutation',
  procedure: string,
  input: unknown,
  options?: TRPCRequestOptions,
): Promise<unknown> {
  if (type === 'mutation' && !navigator.onLine) throw unanswered();
  return client[type](procedure, input, options).catch((error: unknown) => {
    throw callErrorOf(error, type);
  });
}
