import { QueryClient } from '@tanstack/react-query';
import { type LoaderFunctionArgs, matchRoutes, type RouteObject, RouterContextProvider } from 'react-router-dom';
import { queryClientContext } from '../api/query-client.ts';
import { isAffordable } from '../browser/online-status.ts';

/** Each intent fetches again (specification section 9). */
const PRELOAD_STALE_TIME = 0;

/** Ignores a passing pointer and a held Tab key. */
const HOVER_DELAY_MS = 50;

/** Never rejects: the navigation retries what failed. */
export function createPreload(routes: RouteObject[], client: QueryClient): (url: URL) => Promise<void> {
  const defaults = client.getDefaultOptions();
  // With a shorter stale time, unless a query has its own.
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

export function preloadOnIntent(routes: RouteObject[], client: QueryClient): { arePending(): boolean } {
  const preload = createPreload(routes, client);
  const inFlight = new Set<string>();
  let scheduledIntent: { link: Element; timer: ReturnType<typeof setTimeout> } | null = null;

  function start({ href }: HTMLAnchorElement): void {
    if (inFlight.has(href) || !isAffordable()) return;
    inFlight.add(href);
    void preload(new URL(href)).finally(() => inFlight.delete(href));
  }

  // The page that was clicked is on its way.
  const cancelIntent = () => clearTimeout(scheduledIntent?.timer);

  function scheduleIntent(target: EventTarget | null, queueTimeoutMs: number): void {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link === scheduledIntent?.link) return;
    cancelIntent();
    scheduledIntent = link && isOtherPage(link) ? { link, timer: setTimeout(() => start(link), queueTimeoutMs) } : null;
  }

  // Touch fires when the finger lands, a mouse before the click.
  const scheduleFromPointer = (target: EventTarget | null, { pointerType }: PointerEvent) =>
    scheduleIntent(target, pointerType === 'mouse' ? HOVER_DELAY_MS : 0);
  document.addEventListener('pointerover', (event) => scheduleFromPointer(event.target, event));
  document.addEventListener('pointerout', (event) => scheduleFromPointer(event.relatedTarget, event));
  document.addEventListener('click', cancelIntent);
  // Only keyboard focus is intent: clicks focus too.
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.matches(':focus-visible')) scheduleIntent(target, HOVER_DELAY_MS);
  });
  return { arePending: () => inFlight.size > 0 };
}

function isOtherPage(link: HTMLAnchorElement): boolean {
  if (!link.href || link.origin !== location.origin || link.hasAttribute('download')) return false;
  if (link.target && link.target !== '_self') return false;
  return link.pathname + link.search !== location.pathname + location.search;
}
