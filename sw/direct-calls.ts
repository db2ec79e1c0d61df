import { paths } from '../src/domain/paths.ts';
import { LOOK_UP } from './tracking-cache.ts';

declare const self: ServiceWorkerGlobalScope;

/** Static routing, which the compiler's library does not know, and only Chromium has. */
interface RoutingEvent extends ExtendableEvent {
  addRoutes?(
    rules: { condition: { urlPattern: { pathname: string } }; source: 'network' | 'fetch-event' }[],
  ): Promise<void>;
}

/**
 * Lets the browser send calls that are never stored without the worker. They don't start a sleeping
 * worker, nor the old one while it ends for a new version, which would then have to wait for it.
 */
export function sendCallsDirectly(): void {
  self.addEventListener('install', (event: RoutingEvent) => {
    // The first rule that fits counts.
    const rules = [
      { condition: { urlPattern: { pathname: LOOK_UP.pathname } }, source: 'fetch-event' as const },
      { condition: { urlPattern: { pathname: `${paths.trpc}/*` } }, source: 'network' as const },
    ];
    // Calls also work through the worker.
    event.addRoutes?.(rules).catch(() => undefined);
  });
}
