import { type DefaultOptions, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { createContext } from 'react-router-dom';
import { queryKeys } from './query-keys.ts';
import { serverErrorOf } from './server-error.ts';

/**
 * Queries retry once; after any successful mutation all of them are refetched (specification section 7). Nothing waits
 * silently for a network: what cannot be had fails at once, and the page says so. `defaults` says how long answers are
 * held and where they are stored.
 */
export function createQueryClient(defaults: DefaultOptions['queries'] = {}): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: { retry: 1, retryDelay, networkMode: 'always', staleTime: 10_000, ...defaults },
      mutations: { networkMode: 'always' },
    },
    queryCache: new QueryCache({
      onError(error) {
        // The profile is what finds out whether the session has really ended.
        if (serverErrorOf(error).code === 'UNAUTHORIZED')
          void client.invalidateQueries({ queryKey: queryKeys.profile });
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

/** Time for a server to come to itself again. Without a network the second try fails like the first: it waits for nothing. */
const retryDelay = () => (navigator.onLine ? 1_000 : 0);

/** Where a route's loader finds the query client: the router is made with it. */
export const queryClientContext = createContext<QueryClient>();
