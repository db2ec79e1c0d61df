/** Opens a page of the app in a component test: its own router, guards, loaders, frame and storage. */
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
  /** The person who is signed in; nobody by default. */
  as?: User;
  api?: Api;
  /** In CSS pixels; a phone by default. */
  size?: { width: number; height: number };
  /** Whether pages and shipments are loaded before anyone opens them, which needs their procedures. */
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

/** The first test can begin before its frame's load event, at which Vitest looks for its own address. */
const untilFrameIsLoaded = new Promise<void>((resolve) => {
  if (document.readyState === 'complete') resolve();
  else window.addEventListener('load', () => resolve(), { once: true });
});

/** Opens an address of the app, and waits for its page. */
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
  // An entry that the router has not seen: it restores where the last test had scrolled to.
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

/** Like in index.html: the styles say how high it is. */
function rootOfPage(): HTMLElement {
  const root = document.createElement('div');
  root.id = 'root';
  return document.body.appendChild(root);
}

/** Removes the page and its listeners. What it stored stays. */
export async function closePage(): Promise<void> {
  open?.listeners.abort();
  await cleanup();
  // Toasts are kept beside React.
  toasts.remove();
  open?.router.dispose();
  await open?.client.cancelQueries();
  // What has been asked by now waits for the same, and is made before the next page is there.
  await import('../../src/api/calls/trpc-client.ts');
  await Promise.race([readStoredData([COURIER_RUN]), new Promise((resolve) => later(resolve, LATE_STORAGE_MS))]);
  await new Promise<void>(inNextTask);
  open?.client.clear();
  open = undefined;
}

/** What is read from the device first is not asked for once the page is gone. */
function persisterUntil(signal: AbortSignal): typeof personalPersister {
  return (ask, context, query) =>
    personalPersister((asked) => (signal.aborted ? new Promise(() => undefined) : ask(asked)), context, query);
}

/** A router listens until its page is gone, which a page of a test outlives. */
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

/** React draws in a later task. No timer is asked: a test may have replaced them. */
function untilDrawn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = () => document.querySelector('main') && resolve();
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  look();
  return promise.finally(() => observer.disconnect());
}

/** Opens the address on the screen once more, with what the device has stored. */
export const openAgain = (options?: Options): Promise<OpenPage> => openPage(address(), options);

/** The address that the page shows. */
export const address = (): string => location.pathname + location.search;
