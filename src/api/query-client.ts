import { MutationCache, QueryClient } from '@tanstack/react-query';
import { createContext } from 'react-router-dom';

/**
 * Queries retry once; after any successful mutation all of them are refetched (specification section 7). Nothing waits
 * silently for a network: what cannot be had fails at once, and the page says so.
 */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: { retry: 1, networkMode: 'always', staleTime: 10_000 },
      mutations: { networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      onSuccess: () => {
        void client.invalidateQueries();
      },
    }),
  });
  return client;
}

/** Where a route's loader finds the query client: the router is made with it. */
export const queryClientContext = createContext<QueryClient>();
