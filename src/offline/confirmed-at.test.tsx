import { expect, test, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { held, inputsOf, noAnswer, rejecting, serve } from '../../tests/components/api.ts';
import { setOnline } from '../../tests/components/device.ts';
import { expectAccessible } from '../../tests/components/expectations.ts';
import { PROFILE } from '../../tests/components/home.ts';
import { openAgain, openPage } from '../../tests/components/open-page.tsx';
import { CUSTOMER, MANAGER } from '../../tests/components/people.ts';
import { OVERVIEW, onePage, SUMMARY, TRACKING_ID } from '../../tests/components/shipments.ts';
import { untilStored } from '../../tests/components/stored.ts';
import { CallError } from '../api/calls/call-error.ts';
import { formatMoment } from './confirmed-at.tsx';

const seen = page.getByRole('main').getByText(SUMMARY.description);
const age = page.getByRole('status').filter({ hasText: 'Last updated' });
const NO_ANSWER = 'No response from the server. Check your connection and try again.';

/** Lets time pass only while a test waits. */
const stopTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
/** Lets time pass by half a second until this is on the screen. */
const passTimeUntil = (place: Locator, words: string | RegExp) =>
  expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(500);
      return place.query()?.textContent ?? '';
    })
    .toMatch(words);
const fails = (reason: CallError['reason']) => () => {
  throw new CallError(reason);
};

const fromReplica = (_: unknown, { headers }: { headers: Headers }) => {
  headers.set('x-as-of', new Date(2026, 10, 3, 9, 15).toISOString());
  return onePage([SUMMARY]);
};

/** A customer's list, stored on this device. */
async function openList(): Promise<void> {
  await openPage('/packages', { as: CUSTOMER, api: { shipment: { getShipments: () => onePage([SUMMARY]) } } });
  await expect.element(seen).toBeVisible();
  await expect.element(age).not.toBeInTheDocument();
  await untilStored('own-shipments');
}

test('what was seen stays with its age and the reason', async () => {
  await openList();
  stopTimers();
  serve({ shipment: { getShipments: fails('portal') } });
  await openAgain();
  await expect.element(seen).toBeVisible();
  await passTimeUntil(age, /Last updated \d\d:\d\d [AP]M\. This Wi-Fi requires you to sign in\. Open its sign-in page/);
  for (const [reason, words] of [
    ['no-answer', 'The server isn’t responding.'],
    ['busy', 'The server is busy.'],
    ['fault', 'The server has a problem.'],
  ] as const) {
    serve({ shipment: { getShipments: fails(reason) } });
    await page.getByRole('button', { name: 'Try again' }).click();
    await passTimeUntil(age, words);
    await expect.element(seen).toBeVisible();
  }
  serve({ shipment: { getShipments: rejecting('SERVICE_UNAVAILABLE', 'The service is busy. Please try again.') } });
  await page.getByRole('button', { name: 'Try again' }).click();
  await passTimeUntil(age, 'The service is busy. Please try again.');
  serve({ shipment: { getShipments: () => onePage([SUMMARY]) } });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(age).not.toBeInTheDocument();
});

test('a page asks again by itself, until its data is fresh', async () => {
  await openList();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  serve({ shipment: { getShipments: noAnswer } });
  await openAgain();
  await expect.element(age).toMatchTextContent('The server isn’t responding.');
  serve({ shipment: { getShipments: () => onePage([SUMMARY]) } });
  await vi.advanceTimersByTimeAsync(21_000);
  await expect.element(age).not.toBeInTheDocument();
});

test('offline a page says so, until the network is back', async () => {
  await openList();
  setOnline(false);
  await expect.element(age).toMatchTextContent(/Last updated \d\d:\d\d [AP]M\. You’re offline\./);
  await expectAccessible();
  setOnline(true);
  await expect.element(age).not.toBeInTheDocument();
});

test('the age of a page is that of its oldest part', async () => {
  const [nine, ten] = [new Date(2026, 10, 16, 9), new Date(2026, 10, 16, 10)];
  vi.useFakeTimers({ toFake: ['Date'], now: nine });
  const { message } = PROFILE;
  await openPage('/profile', { as: CUSTOMER, api: { message } });
  const settings = page.getByText('What we tell you');
  await expect.element(settings).toBeVisible();
  await untilStored('message-choices');
  vi.setSystemTime(ten);
  serve({ message: { getChoices: noAnswer } });
  await openPage('/profile');
  await expect.element(settings).toBeVisible();
  await expect.poll(() => inputsOf('auth.profile').length).toBeGreaterThan(1);
  setOnline(false);
  await expect.element(age).toMatchTextContent(`Last updated ${formatMoment(nine.getTime())}.`);
});

test('the worker’s copy has the age of the last server response', async () => {
  const at = new Date(2026, 10, 3, 9, 15).toISOString();
  const getShipmentByTrackingId = (_: unknown, { headers }: { headers: Headers }) => {
    headers.set('x-sw-fetched-at', at);
    headers.set('x-sw-fallback-reason', 'unreadable');
    headers.set('x-sw-for-everyone', '1');
    return OVERVIEW;
  };
  await openPage(`/track/${TRACKING_ID}`, { api: { shipment: { getShipmentByTrackingId } } });
  await expect.element(age).toMatchTextContent('Last updated Tue 3 Nov, 09:15 AM. This Wi-Fi requires you to sign in.');
  await expect.element(age).toMatchTextContent('This is the public view. Go online to see the rest.');
});

test('a list from a replica says its age until the primary is back', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  await openPage('/packages', { as: CUSTOMER, api: { shipment: { getShipments: fromReplica } } });
  await expect.element(seen).toBeVisible();
  await expect.element(age).toMatchTextContent('Last updated Tue 3 Nov, 09:15 AM. The server is busy.');
  await untilStored('own-shipments');
  serve({ shipment: { getShipments: () => onePage([{ ...SUMMARY, description: 'Fresh from the primary' }]) } });
  await vi.advanceTimersByTimeAsync(21_000);
  await expect.element(page.getByText('Fresh from the primary')).toBeVisible();
  await expect.element(age).not.toBeInTheDocument();
});

test('the age of a replica’s data is gone after a logout', async () => {
  await openPage('/packages', { as: CUSTOMER, api: { shipment: { getShipments: fromReplica } } });
  await expect.element(age).toBeVisible();
  localStorage.removeItem('token');
  await openPage(`/track/${TRACKING_ID}`, { api: { shipment: { getShipmentByTrackingId: () => OVERVIEW } } });
  await expect.element(page.getByRole('heading', { name: 'Shipment', exact: true })).toBeVisible();
  await expect.element(age).not.toBeInTheDocument();
});

test('a list from a replica keeps its age on this device', async () => {
  await openPage('/packages', { as: CUSTOMER, api: { shipment: { getShipments: fromReplica } } });
  await untilStored('own-shipments');
  setOnline(false);
  await openAgain();
  await expect.element(age).toMatchTextContent('Last updated Tue 3 Nov, 09:15 AM. You’re offline.');
});

test('a page never seen says that the server is slow, then silent', async () => {
  stopTimers();
  const { answer } = held<ReturnType<typeof onePage<typeof SUMMARY>>>();
  await openPage('/packages', { as: CUSTOMER, api: { shipment: { getShipments: answer } } });
  await passTimeUntil(page.getByRole('main'), 'The server is slow to respond. Still waiting.');
  await passTimeUntil(page.getByRole('main'), NO_ANSWER);
  serve({ shipment: { getShipments: () => onePage([SUMMARY]) } });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(seen).toBeVisible();
});

test('a page says nothing of the server’s speed without a network', async () => {
  stopTimers();
  const { answer } = held<ReturnType<typeof onePage<typeof SUMMARY>>>();
  await openPage('/packages', { as: CUSTOMER, api: { shipment: { getShipments: answer } } });
  const slow = page.getByText('The server is slow to respond. Still waiting.');
  await passTimeUntil(slow, 'slow');
  setOnline(false);
  await expect.element(slow).not.toBeInTheDocument();
});

test('a page that failed keeps its words while it is tried again', async () => {
  await openPage('/packages', { as: CUSTOMER, api: { shipment: { getShipments: fails('portal') } } });
  const alert = page.getByRole('alert');
  await expect.element(alert).toMatchTextContent('This Wi-Fi requires you to sign in.');
  const { answer, resolve } = held<ReturnType<typeof onePage<typeof SUMMARY>>>();
  serve({ shipment: { getShipments: answer } });
  const retry = page.getByRole('button', { name: 'Try again' });
  await retry.click();
  await expect.element(retry).toHaveAttribute('aria-busy', 'true');
  await expect.element(alert).toMatchTextContent('This Wi-Fi requires you to sign in.');
  resolve(onePage([SUMMARY]));
  await expect.element(seen).toBeVisible();
  await expect.element(alert).not.toBeInTheDocument();
});

test('a parcel never seen says why, and can be asked for again', async () => {
  await openPage(`/track/${TRACKING_ID}`, { api: { shipment: { getShipmentByTrackingId: fails('portal') } } });
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent('This Wi-Fi requires you to sign in. Open its sign-in page in your browser, then try again.');
  stopTimers();
  for (const [reason, words] of [
    ['no-answer', NO_ANSWER],
    ['fault', 'The server has a problem. Please try again in a moment.'],
    ['busy', 'The service is busy. Please try again in a moment.'],
  ] as const) {
    serve({ shipment: { getShipmentByTrackingId: fails(reason) } });
    await page.getByRole('button', { name: 'Try again' }).click();
    await passTimeUntil(page.getByRole('main'), words);
  }
  serve({ shipment: { getShipmentByTrackingId: () => OVERVIEW } });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('heading', { name: 'Shipment', exact: true })).toBeVisible();
});

test('a login without a response can be tried again', async () => {
  const { answer } = held<{ token: string }>();
  await openPage('/login', { api: { auth: { login: answer } } });
  stopTimers();
  await page.getByLabelText('Email').fill('ada@example.com');
  await page.getByLabelText('Password', { exact: true }).fill('a long password');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect.poll(() => inputsOf('auth.login')).toHaveLength(1);
  await expect.element(page.getByRole('button', { name: 'Logging in' })).toBeVisible();
  await vi.advanceTimersByTimeAsync(31_000);
  await expect.element(page.getByText(NO_ANSWER)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Login' })).toBeEnabled();
});

test('what is not on this device loads once the network is back', async () => {
  await openPage('/track', { as: MANAGER });
  await untilStored('profile');
  setOnline(false);
  await openPage('/manager/shipments', { api: { shipmentAdmin: { getShipments: () => onePage([SUMMARY]) } } });
  const missing = page.getByText('Not on this device yet. Go online to load it.');
  await expect.element(missing).toBeVisible();
  await expectAccessible();
  setOnline(true);
  await expect.element(seen).toBeVisible();
  await expect.element(missing).not.toBeInTheDocument();
});

test('a parcel looked up offline is found once the network is back', async () => {
  setOnline(false);
  await openPage(`/track?trackingId=${TRACKING_ID}`, {
    api: { shipment: { getShipmentByTrackingId: () => OVERVIEW } },
  });
  await expect.element(page.getByText('Not on this device yet. Go online to load it.')).toBeVisible();
  setOnline(true);
  await expect.element(page.getByRole('heading', { name: 'Shipment', exact: true })).toBeVisible();
});
