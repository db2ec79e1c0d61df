import type { QueryClient } from '@tanstack/react-query';
import type { LoaderFunctionArgs, Params } from 'react-router-dom';
import { queryClientContext } from './query-client.ts';

/** Delays nothing. `ask` must not fail. */
export function prefetch(ask: (client: QueryClient, search: URLSearchParams, params: Params) => Promise<unknown>) {
  return ({ context, request, params }: LoaderFunctionArgs): null => {
    void ask(context.get(queryClientContext), new URL(request.url).searchParams, params);
    return null;
  };
}
