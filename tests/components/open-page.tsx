/** The page has its own router, guards, loaders, frame and storage. */
import type { QueryClient } from '@tanstack/react-query';
import { toast as toasts } from 'react-hot-toast/headless';
import type { DataRouter } from 'react-router-dom';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { createQueryClient } from '../../src/api/query-client.ts';
import { App } from '../../src/app/app.tsx';
import { createRouter } from '../../src/app/router.tsx';
import { inNextTask } from '../../src/browser/next-task.ts';
import { onStorageLate } from '../../src/browser/with-timeout.ts';
import type { User } from '../../src/domain/user.ts';
import { personalPersister } from '../../src/offline/persisters.ts';
import { COURIER_RUN, readStoredData } from '../../src/offline/stored-queries.ts';
import { STORED_FOR } from '../../src/offline/stored-version.ts';
import { type Api, serve } from './api.ts';
import { setDataSaver } from './device.ts';

export const PHONE = { width: 390, height: 844 };
export const TABLET = { width: 820, height: 1180 };
export const DESKTOP = { width: 1440, height: 900 };

interface Options {
  /** Nobody is signed in by default. */
  as?: User;
  api?: Api;
  /** It is in CSS pixels; the default is a phone. */
  size?: { width: number; height: number };
  /** Pages and shipments load before anyone opens them, which needs their procedures. */
  loadsAhead?: boolean;
}

interface OpenPage {
  client: QueryClient;
  router: DataRouter;
}

/** Some tests have a storage that is late, or other timers. */
const LATE_STORAGE_MS = 300;
const later = setTimeout;

let open: (OpenPage & { listeners: AbortController }) | undefined;

/**
 * Vitest looks for its own address at its frame’s load event, which may come after the first test
 * begins.
 */
const untilFrameIsLoaded = new Promise<void>((resolve) => {
  if (document.readyState === 'complete') resolve();
  else window.addEventListener('load', () => resolve(), { once: true });
});

export async function openPage(
  path: string,
  { as, api = {}, size = PHONE, loadsAhead = false }: Options = {},
): Promise<OpenPage> {
  await untilFrameIsLoaded;
  await closePage();
  setDataSaver(!loadsAhead);
  await page.viewport(size.width, size.height);
  if (as) {
    localStorage.setItem('token', `token-of-${as.id}`);
    serve({ auth: { profile: () => as } });
  }
  serve(api);
  // The router has not seen this entry, or it would restore the last test’s scroll position.
  history.replaceState({ key: crypto.randomUUID(), idx: 0 }, '', path);
  const listeners = new AbortController();
  const client = createQueryClient({ gcTime: STORED_FOR, persister: persisterUntil(listeners.signal) });
  const router = withListenersUntil(listeners.signal, () => createRouter(client));
  open = { client, router, listeners };
  if (!router.state.initialized) {
    await new Promise<void>((resolve) => {
      const stop = router.subscribe(({ initialized }) => {
        if (!initialized) return;
        stop();
        resolve();
      });
      // src/app/main.tsx does the same.
      const ignore = onStorageLate(() => {
        ignore();
        resolve();
      });
    });
  }
  await render(<App client={client} router={router} />, { container: rootOfPage() });
  await untilDrawn();
  return open;
}

/** The styles of index.html say how high it is. */
function rootOfPage(): HTMLElement {
  const root = document.createElement('div');
  root.id = 'root';
  return document.body.appendChild(root);
}

/** What it stored stays. */
export async function closePage(): Promise<void> {
  open?.listeners.abort();
  await cleanup();
  // Toasts are kept beside React.
  toasts.remove();
  open?.router.dispose();
  await open?.client.cancelQueries();
  // Earlier calls wait for the same import, and so are made before the next page is there.
  await import('../../src/api/calls/trpc-client.ts');
  await Promise.race([readStoredData([COURIER_RUN]), new Promise((resolve) => later(resolve, LATE_STORAGE_MS))]);
  await new Promise<void>(inNextTask);
  open?.client.clear();
  open = undefined;
}

/** A query that reads the device first asks nothing once the page is gone. */
function persisterUntil(signal: AbortSignal): typeof personalPersister {
  return (ask, context, query) =>
    personalPersister((asked) => (signal.aborted ? new Promise(() => undefined) : ask(asked)), context, query);
}

/** A test outlives its page, and so would the router’s listeners. */
function withListenersUntil<Value>(signal: AbortSignal, work: () => Value): Value {
  const targets = [window, document, navigator.serviceWorker] as EventTarget[];
  for (const target of targets) {
    const { addEventListener } = target;
    target.addEventListener = (type, listener, options) => {
      const given = typeof options === 'boolean' ? { capture: options } : options;
      addEventListener.call(target, type, listener, { signal, ...given });
    };
  }
  try {
    return work();
  } finally {
    for (const target of targets) Reflect.deleteProperty(target, 'addEventListener');
  }
}

/** React draws in a later task. A test may have replaced timers. */
function untilDrawn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = () => document.querySelector('main') && resolve();
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  look();
  return promise.finally(() => observer.disconnect());
}

/** The device keeps what it has stored. */
export const openAgain = (options?: Options): Promise<OpenPage> => openPage(address(), options);

/** The address that the page shows. */
export const address = (): string => location.pathname + location.search;
