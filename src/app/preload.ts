/**
 * Loads a page before it is asked for: the code and the data of the route that a link leads to, as soon as somebody
 * points at the link, touches it or reaches it with the keyboard. The navigation that follows finds both there.
 */
import { QueryClient } from '@tanstack/react-query';
import { type LoaderFunctionArgs, matchRoutes, type RouteObject, RouterContextProvider } from 'react-router-dom';
import { queryClientContext } from '../api/query-client.ts';
import { isAffordable } from '../offline/online-status.ts';

/**
 * How old an answer may be to serve a preload instead of a new one (specification section 9): each intent asks anew,
 * unless the same question is under way, or its answer is on the screen and so kept fresh already.
 */
export const PRELOAD_STALE_TIME = 0;

/** A pointer that only passes over a link, and a Tab key that is held down, mean nothing by it. */
const PASSING_MS = 50;

/** Loads what a navigation to an address would. Never fails: what cannot be had now, the navigation will ask for. */
export function createPreload(routes: RouteObject[], client: QueryClient): (url: URL) => Promise<void> {
  const usual = client.getDefaultOptions();
  // A client with the same answers, for which these are older. What a query says of itself still holds.
  const preloadClient = new QueryClient({
    queryCache: client.getQueryCache(),
    mutationCache: client.getMutationCache(),
    defaultOptions: {
      ...usual,
      queries: {
        ...usual.queries,
        staleTime(query) {
          const { staleTime = 0 } = usual.queries ?? {};
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
      // A guard that leads elsewhere throws: then this page will not be shown, and nothing of it is loaded.
      for (const { route } of matches) for (const guard of route.middleware ?? []) await guard(args, async () => ({}));
      await Promise.all(matches.map(({ route }) => loadRoute(route, args)));
    } catch {
      // No network, a redirect, a chunk of an older version: no matter, nobody has gone there yet.
    }
  };
}

async function loadRoute(route: RouteObject, args: LoaderFunctionArgs): Promise<void> {
  const { loader } = typeof route.lazy === 'function' ? await route.lazy() : route;
  if (typeof loader === 'function') await loader(args);
}

/** Preloads wherever somebody is about to follow a link of this app, for as long as the page lives. */
export function preloadOnIntent(routes: RouteObject[], client: QueryClient): { areUnderWay(): boolean } {
  const preload = createPreload(routes, client);
  const underWay = new Set<string>();
  let meant: { link: Element; timer: ReturnType<typeof setTimeout> } | null = null;

  function start({ href }: HTMLAnchorElement): void {
    if (underWay.has(href) || !isAffordable()) return;
    underWay.add(href);
    void preload(new URL(href)).finally(() => underWay.delete(href));
  }

  /** One intent a link, until it is left again. */
  function mean(target: EventTarget | null, patienceMs: number): void {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link === meant?.link) return;
    if (meant) clearTimeout(meant.timer);
    meant = link && leadsElsewhere(link) ? { link, timer: setTimeout(() => start(link), patienceMs) } : null;
  }

  // A finger is over what it touches from the moment it touches it until it lets go, and a mouse before it clicks.
  const follow = (target: EventTarget | null, { pointerType }: PointerEvent) =>
    mean(target, pointerType === 'mouse' ? PASSING_MS : 0);
  document.addEventListener('pointerover', (event) => follow(event.target, event));
  document.addEventListener('pointerout', (event) => follow(event.relatedTarget, event));
  // A click focuses too; only the keyboard's way to a link is a sign of its own.
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.matches(':focus-visible')) mean(target, PASSING_MS);
  });
  return { areUnderWay: () => underWay.size > 0 };
}

/** Another page of this app, in this tab. */
function leadsElsewhere(link: HTMLAnchorElement): boolean {
  if (!link.href || link.origin !== location.origin || link.hasAttribute('download')) return false;
  if (link.target && link.target !== '_self') return false;
  return link.pathname + link.search !== location.pathname + location.search;
}
