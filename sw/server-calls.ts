import { paths } from '../src/domain/paths.ts';

declare const self: ServiceWorkerGlobalScope;

declare global {
  interface ImportMeta {
    env: { API_BASE: string };
  }
}

export const serverAddress = (path: string): URL =>
  new URL(import.meta.env.API_BASE.replace(/(?<!\/)\/+$/, '') + path, location.origin);

export const LOOK_UP = serverAddress(`${paths.trpc}/shipment.getShipmentByTrackingId`);

// Only Chromium has it.
interface RoutingEvent extends ExtendableEvent {
  addRoutes?(
    rules: { condition: { urlPattern: { pathname: string } }; source: 'network' | 'fetch-event' }[],
  ): Promise<void>;
}

/**
 * Lets the browser send calls that are never stored itself, without starting the worker. decision
 * 0027.
 */
export function sendCallsDirectly(): void {
  self.addEventListener('install', (event: RoutingEvent) => {
    // The first rule that fits counts.
    const rules = [
      { condition: { urlPattern: { pathname: LOOK_UP.pathname } }, source: 'fetch-event' as const },
      { condition: { urlPattern: { pathname: `${paths.trpc}/*` } }, source: 'network' as const },
    ];
    event.addRoutes?.(rules).catch(() => undefined);
  });
}
