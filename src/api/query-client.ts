import { type DefaultOptions, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { createContext } from 'react-router-dom';
import { type FailureReason, failureReasonOf, isUnauthorized, serverErrorOf } from './calls/call-error.ts';
import { copyAge, onPrimaryBack } from './calls/copy-age.ts';
import { checkSession } from './check-session.ts';
import { isIn } from './define-query.ts';

const ASK_AGAIN_MS: Partial<Record<FailureReason, number>> = {
  'no-answer': 20_000,
  portal: 20_000,
  busy: 60_000,
  fault: 60_000,
};

/** In milliseconds; false for none. */
export const refetchDelay = (reason: FailureReason): number | false => ASK_AGAIN_MS[reason] ?? false;

export const askAgain = ({ state: { error } }: { state: { error: Error | null } }): number | false => {
  if (error !== null) return refetchDelay(failureReasonOf(error));
  return copyAge() !== null && refetchDelay('no-answer');
};

/** Queries retry once, unless rejected. Successful mutations refetch all (specification section 7). */
export function createQueryClient(defaults: DefaultOptions['queries'] = {}): QueryClient {
  const onError = (error: Error, check = checkSession) => {
    if (isUnauthorized(error)) check(client);
    // The profile says so, too.
    if (serverErrorOf(error).needs === 'second-factor') checkSession(client);
  };
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < 1 && failureReasonOf(error) !== 'rejected' && !isTimeUp(error),
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
      onSuccess(data, query) {
        query.meta?.onData?.(data as never);
        const asOf = copyAge();
        // It says its true age, here and later from this device.
        if (asOf !== null && !isIn('device', query.queryKey)) query.setState({ dataUpdatedAt: asOf });
      },
      onError: (error, { meta }) => onError(error, meta?.onUnauthorized),
    }),
    mutationCache: new MutationCache({
      onSuccess(_answer, _input, _result, { meta }) {
        if (!meta?.skipsRefetch) void client.invalidateQueries();
      },
      // A wrong password is UNAUTHORIZED too.
      onError: (error) => onError(error),
    }),
  });
  onPrimaryBack(() => void client.invalidateQueries());
  return client;
}

const isTimeUp = ({ cause }: Error) => cause instanceof DOMException && cause.name === 'TimeoutError';

const retryDelay = () => (navigator.onLine ? 1_000 : 0);

export const queryClientContext = createContext<QueryClient>();
