import { type DefaultOptions, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { createContext } from 'react-router-dom';
import type { FailureReason } from './calls/call-error.ts';
import { failureReasonOf, serverErrorOf } from './calls/server-error.ts';
import { checkSession } from './check-session.ts';

/** When a visible page retries what failed. A server in trouble gets more time. */
const ASK_AGAIN_MS: Partial<Record<FailureReason, number>> = {
  'no-answer': 20_000,
  portal: 20_000,
  busy: 60_000,
  fault: 60_000,
};

/** The wait before a quiet retry, in milliseconds; false for none. */
export const refetchDelay = (reason: FailureReason): number | false => ASK_AGAIN_MS[reason] ?? false;

/** The wait before a query is quietly retried, in milliseconds; false for none. */
export const askAgain = ({ state: { error } }: { state: { error: Error | null } }): number | false =>
  error !== null && refetchDelay(failureReasonOf(error));

/**
 * Queries retry once; after any successful mutation all of them are refetched (specification section 7). Nothing
 * waits silently for a network: it fails at once, and the page says so. `defaults` says how long data is held and where it is
 * stored.
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
        // After the end of a session each refetch would be rejected. The outbox refetches once for all that it sent.
        if (!meta?.endsSession && !meta?.queued && !meta?.changesNothing) void client.invalidateQueries();
      },
    }),
  });
  return client;
}

/** After a timeout somebody has waited long enough. */
const isTimeUp = ({ cause }: Error) => cause instanceof DOMException && cause.name === 'TimeoutError';

/** Gives a server time to recover. Without a network there is nothing to wait for. */
const retryDelay = () => (navigator.onLine ? 1_000 : 0);

/** Where a route's loader finds the query client. */
export const queryClientContext = createContext<QueryClient>();
