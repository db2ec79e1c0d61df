/** Pushes in a browser with windows: our own push service, and what a phone does with a message. */
import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { type PushDevice, type PushService, startPushService } from '../../support/push-service.ts';
import { test as base, type RunningApp, startApp } from './journey.ts';

/** What a browser reports while it has no network. */
export const NETWORK = /Failed to load resource|net::ERR|Failed to fetch|no-response/;

/** An app of one's own that sends to a push service of one's own. */
export const test = base.extend<object, { pushed: { app: RunningApp; service: PushService } }>({
  pushed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its first parameter
    async ({}, use) => {
      const service = await startPushService();
      const app = await startApp({ PUSH_SERVICES: service.url });
      await use({ app, service });
      await app.stop();
      await service.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ pushed }, use) => {
    await pushed.app.forgetCalls();
    await use(pushed.app.url);
  },
});

export const groups = (trackingId: string) => trackingId.match(/.{4}/g)?.join(' ') ?? '';
export const spaced = (path: string) => new RegExp(`${path}$`);

/**
 * A headless browser has no push service, so the subscription is fake. What it sends to the server,
 * and everything after that, is real.
 */
export async function subscribeAs(context: BrowserContext, { endpoint, keys }: PushDevice): Promise<void> {
  await context.grantPermissions(['notifications']);
  await context.addInitScript(
    (described) => {
      const KEY = 'test-push';
      const subscription = {
        ...described,
        toJSON: () => described,
        async unsubscribe() {
          localStorage.removeItem(KEY);
          return true;
        },
      };
      // Whether it is subscribed outlives the page, as it does in a browser.
      PushManager.prototype.getSubscription = async () =>
        (localStorage.getItem(KEY) ? subscription : null) as unknown as PushSubscription;
      PushManager.prototype.subscribe = async (options) => {
        if (!options?.userVisibleOnly || !options.applicationServerKey) throw new Error('Not asked as it should be');
        localStorage.setItem(KEY, 'yes');
        return subscription as unknown as PushSubscription;
      };
    },
    { endpoint, keys },
  );
}

/**
 * Delivers what the push service received to the worker, as a browser does after decrypting, and waits until all of it
 * is shown. Query notifications no earlier: Chromium drops one that is queried while it is being shown.
 */
export async function deliver(page: Page, url: string, ...messages: string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registrationId = await registrationOf(session);
  const worker = page.context().serviceWorkers()[0];
  await worker?.evaluate((count) => {
    const { registration } = self as unknown as Worker;
    let left = count;
    const showing = new Promise<void>((resolve) => {
      registration.showNotification = async (...what) => {
        await ServiceWorkerRegistration.prototype.showNotification.apply(registration, what);
        left -= 1;
        if (left === 0) resolve();
      };
    });
    Object.assign(self, { showing });
  }, messages.length);
  for (const data of messages)
    await session.send('ServiceWorker.deliverPushMessage', { origin: url, registrationId, data });
  await worker?.evaluate(() => (self as unknown as Worker).showing);
  await session.detach();
}

function registrationOf(session: CDPSession): Promise<string> {
  return new Promise((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
    void session.send('ServiceWorker.enable');
  });
}

export const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body }) => `${title} | ${body}`);
  });

/** The parts of a worker that a tap is made of, which a page's types do not know. */
export interface Worker {
  registration: ServiceWorkerRegistration;
  dispatchEvent(event: Event): void;
  NotificationEvent: new (type: string, about: { notification: Notification }) => Event;
  WindowClient: { prototype: object };
  clients: object;
  /** Resolves once the next notification is on the screen. */
  showing?: Promise<void>;
  /** What a tap would have opened a window for. */
  opened?: string;
}

/**
 * Simulates a tap on a notification, since a headless browser shows none. A scripted event can
 * neither keep the worker alive nor let it focus a window; the rest is real.
 */
export const tap = (page: Page) =>
  page
    .context()
    .serviceWorkers()[0]
    ?.evaluate(async () => {
      const worker = self as unknown as Worker;
      const [notification] = await worker.registration.getNotifications();
      if (!notification) throw new Error('There is nothing to tap');
      Object.assign(worker.WindowClient.prototype, {
        async focus() {
          return this;
        },
      });
      Object.assign(worker.clients, {
        async openWindow(url: string) {
          worker.opened = url;
          return null;
        },
      });
      const event = new worker.NotificationEvent('notificationclick', { notification });
      Object.defineProperty(event, 'waitUntil', { value: () => undefined });
      worker.dispatchEvent(event);
    });

export const asRun = (pushed: { app: RunningApp }, email: string) => async (id: string, status: string) =>
  pushed.app.call(email, 'shipmentAdmin.updateShipment', { id, status });
