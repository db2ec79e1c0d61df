import type { QueryClient } from '@tanstack/react-query';
import type { RouteObject } from 'react-router-dom';
import { loadOptional } from '../browser/loading/load-optional.ts';
import { isAffordable } from '../browser/online-status.ts';

/** Ignores a passing pointer and a held Tab key. */
const HOVER_DELAY_MS = 50;

export function preloadOnIntent(routes: RouteObject[], client: QueryClient): { arePending(): boolean } {
  const loadPreload = async () =>
    (await loadOptional(() => import('./background/preload-page.ts')))?.createPreload(routes, client);
  const inFlight = new Set<string>();
  let scheduledIntent: { link: Element; timer: ReturnType<typeof setTimeout> } | null = null;

  function start({ href }: HTMLAnchorElement): void {
    if (inFlight.has(href) || !isAffordable()) return;
    inFlight.add(href);
    void loadPreload()
      .then((preload) => preload?.(new URL(href)))
      .finally(() => inFlight.delete(href));
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
