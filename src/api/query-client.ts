import { type DefaultOptions, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { createContext } from 'react-router-dom';
import type { FailureReason } from './calls/call-error.ts';
import { failureReasonOf, serverErrorOf } from './calls/server-error.ts';
import { checkSession } from './check-session.ts';

/** How often a page that is looked at asks again for what it could not have. A server in trouble is left in peace for longer. */
const ASK_AGAIN_MS: Partial<Record<FailureReason, number>> = {
  'no-answer': 20_000,
  portal: 20_000,
  busy: 60_000,
  fault: 60_000,
};

/** When to ask again quietly after this; false for never. */
export const askAgainAfter = (reason: FailureReason): number | false => ASK_AGAIN_MS[reason] ?? false;

/** When to ask a query again quietly. */
export const askAgain = ({ state: { error } }: { state: { error: Error | null } }): number | false =>
  error !== null && askAgainAfter(failureReasonOf(error));

/**
 * Queries retry once; after any successful mutation all of them are refetched (specification section 7). Nothing waits
 * silently for a network: what cannot be had fails at once, and the page says so. `defaults` says how long answers are
 * held and where they are stored.
 */
export function createQueryClient(defaults: DefaultOptions['queries'] = {}): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 1 && !isTimeUp(error),
        retryDelay,
        networkMode: 'always',
        staleTime: 10_000,
        refetchOnReconnect: true,
        refetchInterval: askAgain,
        ...defaults,
      },
      mutations: { networkMode: 'always' },
    },
    queryCache: new QueryCache({
      onSuccess: (data, { meta }) => meta?.onData?.(data as never),
      onError(error, { meta }) {
        if (serverErrorOf(error).code === 'UNAUTHORIZED') (meta?.onUnauthorized ?? checkSession)(client);
      },
    }),
    mutationCache: new MutationCache({
      onSuccess(_answer, _input, _result, { meta }) {
        // With the session over there is nothing to ask again: each question would only be refused. What went by way of the
        // outbox is asked for by the outbox, once for all that was sent.
        if (!meta?.endsSession && !meta?.queued && !meta?.changesNothing) void client.invalidateQueries();
      },
    }),
  });
  return client;
}

/** A question that has had its time is not asked again at once: somebody waits. */
const isTimeUp = ({ cause }: Error) => cause instanceof DOMException && cause.name === 'TimeoutError';

/** Time for a server to come to itself again. Without a network the second try fails like the first: it waits for nothing. */
const retryDelay = () => (navigator.onLine ? 1_000 : 0);

/** Where a route's loader finds the query client: the router is made with it. */
export const queryClientContext = createContext<QueryClient>();
