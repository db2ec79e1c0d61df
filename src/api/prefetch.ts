import type { QueryClient } from '@tanstack/react-query';
import type { LoaderFunctionArgs, Params } from 'react-router-dom';
import { queryClientContext } from './query-client.ts';

/**
 * The loader of a page that shows by itself how its queries are getting on: it asks them already while the page is on
 * its way, or only pointed at, and holds nothing up. `ask` prefetches, which never fails.
 */
export function prefetch(ask: (client: QueryClient, search: URLSearchParams, params: Params) => Promise<unknown>) {
  return ({ context, request, params }: LoaderFunctionArgs): null => {
    void ask(context.get(queryClientContext), new URL(request.url).searchParams, params);
    return null;
  };
}
