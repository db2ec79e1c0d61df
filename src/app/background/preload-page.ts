import { QueryClient } from '@tanstack/react-query';
import { type LoaderFunctionArgs, matchRoutes, type RouteObject, RouterContextProvider } from 'react-router-dom';
import { queryClientContext } from '../../api/query-client.ts';

/** Each intent fetches again (specification section 9). */
const PRELOAD_STALE_TIME = 0;

/** Never rejects: the navigation retries what failed. */
export function createPreload(routes: RouteObject[], client: QueryClient): (url: URL) => Promise<void> {
  const defaults = client.getDefaultOptions();
  // Its stale time is shorter, unless a query has its own.
  const preloadClient = new QueryClient({
    queryCache: client.getQueryCache(),
    mutationCache: client.getMutationCache(),
    defaultOptions: {
      ...defaults,
      queries: {
        ...defaults.queries,
        staleTime(query) {
          const { staleTime = 0 } = defaults.queries ?? {};
          if (!query.isActive()) return PRELOAD_STALE_TIME;
          return typeof staleTime === 'function' ? staleTime(query) : staleTime;
        },
      },
    },
  });

  return async (url) => {
    const matches = matchRoutes(routes, url) ?? [];
    const args: LoaderFunctionArgs = {
      url,
      request: new Request(url),
      params: matches.at(-1)?.params ?? {},
      pattern: url.pathname,
      context: new RouterContextProvider(new Map([[queryClientContext, preloadClient]])),
    };
    try {
      // A redirecting guard throws: then nothing of the page is loaded.
      for (const { route } of matches) for (const guard of route.middleware ?? []) await guard(args, async () => ({}));
      await Promise.all(matches.map(({ route }) => loadRoute(route, args)));
    } catch {
      // Nobody has navigated yet.
    }
  };
}

async function loadRoute(route: RouteObject, args: LoaderFunctionArgs): Promise<void> {
  const { loader } = typeof route.lazy === 'function' ? await route.lazy() : route;
  if (typeof loader === 'function') await loader(args);
}
