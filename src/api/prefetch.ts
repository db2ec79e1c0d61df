import type { QueryClient } from '@tanstack/react-query';
import type { LoaderFunctionArgs, Params } from 'react-router-dom';
import { queryClientContext } from './query-client.ts';

/**
 * The loader of a page that shows the state of its queries itself. Starts the queries while the
 * page loads, or when a link to it is hovered, and delays nothing. `ask` prefetches, which never
 * fails.
 */
export function prefetch(ask: (client: QueryClient, search: URLSearchParams, params: Params) => Promise<unknown>) {
  return ({ context, request, params }: LoaderFunctionArgs): null => {
    void ask(context.get(queryClientContext), new URL(request.url).searchParams, params);
    return null;
  };
}
