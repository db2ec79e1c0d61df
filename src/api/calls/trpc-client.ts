import { createTRPCUntypedClient, TRPCClientError, type TRPCLink } from '@trpc/client';
import { httpBatchLink } from '@trpc/client/links/httpBatchLink';
import { httpLink } from '@trpc/client/links/httpLink';
import { splitLink } from '@trpc/client/links/splitLink';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '../../../server/routers/router.ts';
import { texts } from '../../domain/errors.ts';
import { FETCHED_AT_HEADER } from '../../pwa/messages.ts';
import { type CallContext, headersOf, url } from './call-context.ts';
import { ForeignResponse, fetchAnswer } from './fetch-answer.ts';
import { tellServerAnswer } from './server-answers.ts';
import { deviceMoment, noteServerTime } from './server-clock.ts';
import { serverErrorOf } from './server-error.ts';

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
            if (!response.headers.has(FETCHED_AT_HEADER)) tellServerAnswer();
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
        observer.error(new TRPCClientError(texts.noAnswer, { cause: new DOMException('No answer', 'TimeoutError') }));
      }, ANSWER_WITHIN_MS[op.type]);
      return () => {
        clearTimeout(timer);
        call.unsubscribe();
      };
    });

/**
 * Keeps a change from leaving without a network, so that 'Nothing was sent' is true; one whose answer did not come says
 * so, whatever the network is by then: it may have been done.
 */
const changeLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) => {
      if (op.type !== 'mutation') return next(op).subscribe(observer);
      if (!navigator.onLine) {
        observer.error(new TRPCClientError(texts.needsConnection));
        return;
      }
      return next(op).subscribe({
        ...observer,
        error: (error) => observer.error(isUnanswered(error) ? new TRPCClientError(texts.noAnswer) : error),
      });
    });

/** Whether no answer came at all, as opposed to one that cannot be read. */
const isUnanswered = (error: TRPCClientError<AppRouter>) =>
  !error.data &&
  error.message !== texts.badTransport &&
  !(error.cause instanceof SyntaxError || error.cause instanceof ForeignResponse);

/** A failure bears the words for the person who waits, so that a view can say what failed without knowing of transports. */
const wordsLink: TRPCLink<AppRouter> =
  () =>
  ({ op, next }) =>
    observable((observer) =>
      next(op).subscribe({
        ...observer,
        error(error) {
          error.message = serverErrorOf(error).message;
          observer.error(error);
        },
      }),
    );

/**
 * The client behind `trpc`. Queries travel in batches of up to ten. Mutations go alone, since they carry a key of their
 * own, and so do the calls about one tracked shipment: the service worker keeps those by their address.
 */
export const client = createTRPCUntypedClient<AppRouter>({
  links: [
    wordsLink,
    changeLink,
    limitLink,
    responseLink,
    splitLink({
      condition: (op) =>
        op.type === 'mutation' || op.path === 'shipment.getShipmentByTrackingId' || 'grant' in op.context,
      true: httpLink({ url, fetch: fetchAnswer, headers: ({ op }) => headersOf(op.context) }),
      false: httpBatchLink({ url, fetch: fetchAnswer, maxItems: MAXIMUM_BATCH, headers: () => headersOf() }),
    }),
  ],
});
