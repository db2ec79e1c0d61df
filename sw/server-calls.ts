/** Where the server is, and which calls to it go past the worker. */
import { paths } from '../src/domain/paths.ts';

declare const self: ServiceWorkerGlobalScope;

declare global {
  interface ImportMeta {
    env: { API_BASE: string };
  }
}

/** The URL of a server path: on this origin, or on the one set at build time (API_BASE). */
export const serverAddress = (path: string): URL =>
  new URL(import.meta.env.API_BASE.replace(/\/+$/, '') + path, location.origin);

/** The only procedure whose responses the worker stores. */
export const LOOK_UP = serverAddress(`${paths.trpc}/shipment.getShipmentByTrackingId`);

/** Static routing, which the compiler's library does not know, and only Chromium has. */
interface RoutingEvent extends ExtendableEvent {
  addRoutes?(
    rules: { condition: { urlPattern: { pathname: string } }; source: 'network' | 'fetch-event' }[],
  ): Promise<void>;
}

/**
 * Lets the browser send calls that are never stored without the worker. They don't start a sleeping
 * worker, nor the old one while it ends for a new version, which would then have to wait for it.
 * Docs: decision 0074.
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
