import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { type PushDevice, type PushService, startPushService } from '../../support/push-service.ts';
import { test as base, type RunningApp, startApp } from './journey.ts';

export const NETWORK = /Failed to load resource|net::ERR|Failed to fetch|no-response/;

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
 * A headless browser has no push service, so the subscription is fake. Everything after it is real.
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
      // The subscription outlives the page, as in a browser.
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
 * The worker gets the messages as after decrypting. Query notifications only after this: Chromium
 * drops one that is queried while it is being shown.
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

/** A page’s types do not know these. */
export interface Worker {
  registration: ServiceWorkerRegistration;
  dispatchEvent(event: Event): void;
  NotificationEvent: new (type: string, about: { notification: Notification }) => Event;
  WindowClient: { prototype: object };
  clients: object;
  showing?: Promise<void>;
  /** A tap would have opened a window for this. */
  opened?: string;
}

/**
 * A headless browser shows no notification. A scripted event can neither keep the worker alive nor
 * let it focus a window; the rest is real.
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
