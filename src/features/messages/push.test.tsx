import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type ChosenMessages, canCarry, MESSAGE_EVENTS, type MessageEvent } from '../../../src/domain/messages.ts';
import { type Api, inputsOf, serve } from '../../../tests/components/api.ts';
import { setOnline } from '../../../tests/components/device.ts';
import { expectAccessible, toastOf } from '../../../tests/components/expectations.ts';
import { openAgain, openPage, PHONE } from '../../../tests/components/open-page.tsx';
import { CUSTOMER } from '../../../tests/components/people.ts';
import { DETAILS, OVERVIEW, TRACKING_ID } from '../../../tests/components/shipments.ts';

const PATH = `/track/${TRACKING_ID}`;
const section = page.getByRole('region', { name: 'Notifications' });
const button = (name: string) => section.getByRole('button', { name, exact: true });
const DEVICE = { endpoint: 'https://push.example/one', keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) } };

const api: Api = { shipment: { getShipmentByTrackingId: () => OVERVIEW } };

/** A browser that can subscribe, as a worker and a push service make it. Tells whether it is subscribed. */
function stagePush(): { isSubscribed(): boolean } {
  let isSubscribed = false;
  const subscription: Partial<PushSubscription> = {
    endpoint: DEVICE.endpoint,
    toJSON: () => DEVICE,
    async unsubscribe() {
      isSubscribed = false;
      return true;
    },
  };
  const pushManager: Partial<PushManager> = {
    getSubscription: async () => (isSubscribed ? (subscription as PushSubscription) : null),
    async subscribe(options) {
      expect(options).toEqual({ userVisibleOnly: true, applicationServerKey: 'key' });
      isSubscribed = true;
      return subscription as PushSubscription;
    },
  };
  const registration = { pushManager, getNotifications: async () => [] } as unknown as ServiceWorkerRegistration;
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(registration);
  vi.spyOn(navigator.serviceWorker, 'ready', 'get').mockReturnValue(Promise.resolve(registration));
  vi.spyOn(Notification, 'permission', 'get').mockReturnValue('granted');
  vi.spyOn(Notification, 'requestPermission').mockResolvedValue('granted');
  return { isSubscribed: () => isSubscribed };
}

/** What the person may have changed in the browser's settings before coming back. */
const comeBack = () => document.dispatchEvent(new Event('visibilitychange'));

test('a visitor turns notifications of a parcel on, and off again', async () => {
  const browser = stagePush();
  const followed = new Set<string>();
  const ok = { ok: true } as const;
  const push: Api['push'] = {
    getKey: () => ({ publicKey: 'key' }),
    follow({ trackingId }) {
      followed.add(trackingId);
      return ok;
    },
    stop() {
      followed.clear();
      return ok;
    },
    getDevice: () => ({ own: false, trackingIds: [...followed] }),
  };
  await openPage(PATH, { api: { ...api, push } });
  await button('Notify me').click();
  await expect
    .element(section.getByText('You’ll be notified here when the status of this shipment changes.'))
    .toBeVisible();
  expect(inputsOf('push.follow')).toEqual([{ subscription: DEVICE, trackingId: TRACKING_ID }]);
  await expectAccessible();
  await openAgain();
  await button('Stop notifying me').click();
  await expect.element(button('Notify me')).toBeVisible();
  expect(inputsOf('push.stop')).toEqual([{ endpoint: DEVICE.endpoint, trackingId: TRACKING_ID }]);
  expect(browser.isSubscribed()).toBe(false);
});

test('without a network nothing is asked or sent', async () => {
  stagePush();
  await openPage(PATH, { api });
  await expect.element(button('Notify me')).toBeVisible();
  setOnline(false);
  await button('Notify me').click();
  await expect.element(section.getByText('You need to be online for this. Nothing was sent.')).toBeVisible();
  expect(Notification.requestPermission).not.toHaveBeenCalled();
});

test('notifications that aren’t allowed say so, and how to fix it', async () => {
  stagePush();
  vi.mocked(Notification.requestPermission).mockResolvedValue('default');
  await openPage(PATH, { api });
  await button('Notify me').click();
  await expect.element(section.getByRole('alert')).toMatchTextContent('Notifications aren’t allowed.');

  vi.spyOn(Notification, 'permission', 'get').mockReturnValue('denied');
  comeBack();
  await expect.element(section.getByText('Notifications are blocked.')).toBeVisible();
  await expect.element(section.getByRole('button')).not.toBeInTheDocument();
  await expectAccessible();
});

test('a browser without push messages says so, or to install the app', async () => {
  const { PushManager } = window;
  Reflect.deleteProperty(window, 'PushManager');
  try {
    await openPage(PATH, { api });
    await expect.element(section.getByText('This browser can’t show notifications.')).toBeVisible();
    Object.defineProperty(navigator, 'standalone', { value: false, configurable: true });
    comeBack();
    await expect.element(section.getByText(/only installed apps show notifications/)).toBeVisible();
  } finally {
    Reflect.deleteProperty(navigator, 'standalone');
    Object.assign(window, { PushManager });
  }
});

test('a person chooses which statuses to hear about, and how', async () => {
  stagePush();
  const both: MessageEvent[] = ['shipped', 'ready'];
  let chosen: ChosenMessages = { choices: { mail: both, sms: ['ready'], push: both }, isOwn: true, texted: ['ready'] };
  let own = false;
  const message: Api['message'] = {
    getChoices: () => chosen,
    saveChoices({ choices }) {
      chosen = { ...chosen, choices: choices ?? chosen.choices };
      return { ok: true };
    },
  };
  const push: Api['push'] = {
    getKey: () => ({ publicKey: 'key' }),
    followOwn() {
      own = true;
      return { ok: true };
    },
    getDevice: () => ({ own, trackingIds: [] }),
  };
  await openPage('/profile', { as: CUSTOMER, api: { message, push } });
  await button('Notify me').click();
  await expect
    .element(section.getByText('You’ll be notified here when the status of any of your shipments changes.'))
    .toBeVisible();
  expect(inputsOf('push.followOwn')).toEqual([{ subscription: DEVICE }]);
  const held = section.getByRole('group', { name: /^Held/ });
  await held.getByRole('checkbox', { name: 'Email' }).click();
  await section.getByRole('group', { name: 'Shipped' }).getByRole('checkbox', { name: 'Notification' }).click();
  await button('Save').click();
  await expect.element(toastOf('Saved')).toBeVisible();
  const wanted = { mail: ['shipped'], sms: ['ready'], push: ['ready'] };
  expect(inputsOf('message.saveChoices')).toEqual([{ choices: wanted }]);
  await expect.poll(() => document.querySelector('form[data-unfinished=true]')).toBeNull();
  await expectAccessible();
  await openAgain();
  await expect.element(held.getByRole('checkbox', { name: 'Email' })).not.toBeChecked();
  await expect.element(held.getByRole('checkbox', { name: 'Notification' })).toBeChecked();
  setOnline(false);
  serve({ message: { getChoices: () => chosen } });
  await openAgain();
  await expect.element(held.getByRole('checkbox', { name: 'Email' })).not.toBeChecked();
});

test('the link of an email opens at the choices of messages', async () => {
  const all = (channel: 'mail' | 'sms' | 'push') => MESSAGE_EVENTS.filter((event) => canCarry(channel, event));
  const choices = { mail: all('mail'), sms: all('sms'), push: all('push') };
  await openPage(`${PATH}?detailed=true&view=messages`, {
    size: PHONE,
    api: {
      shipment: { getShipmentByTrackingId: () => DETAILS },
      bill: { getBills: () => [] },
      message: { getChoices: () => ({ choices, isOwn: true, texted: all('sms') }) },
    },
  });
  await expect.element(section.getByRole('group', { name: 'Two stops away' })).toBeVisible();
  expect(section.element().getBoundingClientRect().top).toBeLessThan(PHONE.height / 3);
  await expectAccessible();
});
