import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { held, inputsOf, noAnswer, rejecting, serve, silence } from '../../tests/components/api.ts';
import { letTimePass } from '../../tests/components/courier-phone.ts';
import { HOME, logOut, PROFILE } from '../../tests/components/home.ts';
import { address, openAgain, openPage } from '../../tests/components/open-page.tsx';
import { COURIER, CUSTOMER, MANAGER, UNVERIFIED } from '../../tests/components/people.ts';
import { OVERVIEW, TRACKING_ID } from '../../tests/components/shipments.ts';
import { TIMEOUT_MS } from '../browser/with-timeout.ts';
import type { User } from '../domain/user.ts';
import { profileQuery } from '../features/session/queries.ts';
import { readSessionsToEnd } from '../offline/session-record.ts';

const heading = (name: string) => page.getByRole('heading', { name });

async function goBack(): Promise<void> {
  const arrived = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
  history.back();
  await arrived;
}

/** A link from elsewhere adds a history entry, too. */
function load(path: string) {
  history.pushState(null, '', path);
  return openPage(path);
}

async function logIn(): Promise<void> {
  serve({ auth: { login: () => ({ token: 'new' }), profile: () => CUSTOMER } });
  await page.getByLabelText('Email').fill(CUSTOMER.email);
  await page.getByLabelText('Password', { exact: true }).fill('journey through the night');
  await page.getByRole('button', { name: 'Login' }).click();
}

beforeEach(() => {
  serve(HOME);
  serve(PROFILE);
});

test.each([
  ['/', '/login?returnTo=%2F'],
  ['/profile', '/login?returnTo=%2Fprofile'],
  ['/profile/settings', '/login?returnTo=%2Fprofile%2Fsettings'],
  ['/verify-email', '/login'],
])('a visitor who opens %s comes to the login', async (asked, leadsTo) => {
  await openPage(asked);
  await expect.element(heading('Login')).toBeVisible();
  expect(address()).toBe(leadsTo);
});

test.each(['/profile', '/manager'])('an unverified person who opens %s comes to the verification', async (asked) => {
  await openPage(asked, { as: UNVERIFIED });
  await expect.element(heading('Verify your account')).toBeVisible();
  expect(address()).toBe('/verify-email');
});

test.each(['/login', '/register', '/reset-password', '/verify-email', '/manager', '/manager/shipments', '/courier'])(
  'a customer who opens %s comes home',
  async (asked) => {
    await openPage(asked, { as: CUSTOMER });
    await expect.element(heading('Welcome, Ada')).toBeVisible();
    expect(address()).toBe('/');
  },
);

/** The page is open to everyone, and the app knows who is there. */
async function openAs(as?: User) {
  const { router, client } = await openPage('/track', as ? { as } : {});
  await expect.poll(() => client.getQueryData(profileQuery.queryKey)).not.toBeUndefined();
  return router;
}

/** The profile is older than a minute, and three seconds never pass. */
function silenceServer(): void {
  silence();
  letTimePass(61_000);
  const { setTimeout } = window;
  const wait = (work: TimerHandler, ms?: number, ...given: unknown[]) =>
    ms === TIMEOUT_MS ? 0 : setTimeout(work, ms, ...given);
  Object.assign(window, { setTimeout: wait });
  onTestFinished(() => void Object.assign(window, { setTimeout }));
}

test.each([
  ['a customer', CUSTOMER, ['/packages', '/shipping', '/outbox', '/profile', '/profile/settings', '/']],
  ['a courier', COURIER, ['/courier', '/courier/load', '/courier/close', '/packages', '/courier']],
  ['a manager', MANAGER, ['/manager', '/manager/shipments', '/manager/users', '/manager/runs', '/manager/mail']],
  ['an unverified person', UNVERIFIED, ['/verify-email', '/track', '/verify-email']],
  ['a visitor', undefined, ['/login', '/register', '/reset-password', '/track']],
])('no step of %s waits for a silent server', async (_, as, steps) => {
  const router = await openAs(as);
  silenceServer();
  for (const step of steps) {
    await router.navigate(step);
    expect(address()).toBe(step);
  }
});

test('someone who is signed in comes home from the login without an answer', async () => {
  const router = await openAs(CUSTOMER);
  silenceServer();
  await router.navigate('/login');
  expect(address()).toBe('/');
});

test.each([
  ['the right of a courier', '/courier', { ...CUSTOMER, courier: true }, CUSTOMER, '/'],
  ['the right of a manager', '/manager', { ...CUSTOMER, header: true }, CUSTOMER, '/'],
  ['a verified address', '/packages', CUSTOMER, UNVERIFIED, '/verify-email'],
])('a page goes when %s has gone', async (_, path, before, after, leadsTo) => {
  const router = await openAs(before);
  silenceServer();
  const answer = held<User>();
  serve({ auth: { profile: answer.answer } });
  await router.navigate(path);
  expect(address()).toBe(path);
  answer.resolve(after);
  await expect.poll(address).toBe(leadsTo);
  await expect.element(page.getByText('You no longer have access to that page')).toBeVisible();
  // Back does not open it again.
  await goBack();
  expect(address()).toBe('/track');
});

test('someone who has become a courier gets in, whatever this device knows', async () => {
  const router = await openAs(CUSTOMER);
  silenceServer();
  serve({ auth: { profile: () => ({ ...CUSTOMER, courier: true }) } });
  await router.navigate('/courier');
  expect(address()).toBe('/courier');
});

test('the login leads to no other site', async () => {
  await openPage('/login?returnTo=https%3A%2F%2Fevil.example');
  await logIn();
  await expect.element(heading('Welcome, Ada')).toBeVisible();
  expect(address()).toBe('/');
});

test('someone verified on another device gets in, whatever this device knows', async () => {
  await openPage('/verify-email', { as: UNVERIFIED });
  await expect.element(page.getByText(UNVERIFIED.email)).toBeVisible();
  const answer = held<User>();
  serve({ auth: { profile: answer.answer } });
  history.replaceState(null, '', '/profile');
  const opened = openAgain();
  await expect.poll(() => inputsOf('auth.profile').length).toBeGreaterThan(1);
  answer.resolve(CUSTOMER);
  await opened;
  await expect.element(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  expect(address()).toBe('/profile');
});

test('someone who logs out while their page is loading comes to the login', async () => {
  await openPage('/profile', { as: CUSTOMER });
  await expect.element(page.getByText(CUSTOMER.email)).toBeVisible();
  // The profile never comes: the page shows what is stored, which logging out removes.
  serve({ auth: { profile: held<User>().answer, logout: () => ({ ok: true }) } });
  await openAgain();
  await logOut();
  await expect.element(heading('Login')).toBeVisible();
  expect(address()).toBe('/login');
});

test('logging out leads to the login, even if the page first hears that it is over', async () => {
  const answer = held<{ ok: true }>();
  await openPage('/verify-email', { as: UNVERIFIED, api: { auth: { logout: answer.answer } } });
  await logOut();
  await expect.poll(() => inputsOf('auth.logout')).toHaveLength(1);
  const before = inputsOf('auth.profile').length;
  serve({ auth: { profile: rejecting('UNAUTHORIZED', 'Please log in.') } });
  dispatchEvent(new Event('focus'));
  await expect.poll(() => inputsOf('auth.profile').length).toBeGreaterThan(before);
  answer.resolve({ ok: true });
  await expect.element(heading('Login')).toBeVisible();
  expect(address()).toBe('/login');
  // The app has not started again to say that the session had ended.
  expect(sessionStorage.getItem('started-anew-because')).toBeNull();
});

test('a logout that the server did not answer is finished once it can be', async () => {
  await openPage('/profile', { as: CUSTOMER, api: { auth: { logout: noAnswer } } });
  await logOut();
  await expect.element(heading('Login')).toBeVisible();
  expect(localStorage.getItem('token')).toBeNull();
  serve({ auth: { logoutByHash: () => ({ ok: true }) } });
  dispatchEvent(new Event('online'));
  await expect.poll(() => inputsOf('auth.logoutByHash')).toHaveLength(1);
  expect(inputsOf('auth.logoutByHash')).toEqual([{ tokenHash: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  await expect.poll(readSessionsToEnd).toEqual([]);
});

test.each(['/', '/packages'])('Back leads out of the login that %s led to', async (asked) => {
  await load('/track');
  await load(asked);
  await expect.element(heading('Login')).toBeVisible();
  await goBack();
  await expect.element(heading('Track shipment')).toBeVisible();
  expect(address()).toBe('/track');
});

test('Back leads out of the page that a person is sent home from', async () => {
  await openPage('/track', { as: MANAGER });
  await load('/packages');
  await expect.element(heading('Incoming shipments')).toBeVisible();
  await load('/login');
  await expect.element(heading('Welcome, Mina')).toBeVisible();
  expect(address()).toBe('/');
  await goBack();
  await expect.element(heading('Incoming shipments')).toBeVisible();
  expect(address()).toBe('/packages');
});

test('Back after a logout leads past the pages that need a login', async () => {
  await openPage('/track', { as: CUSTOMER, api: { auth: { logout: () => ({ ok: true }) } } });
  const { router } = await load('/packages');
  await expect.element(heading('Incoming shipments')).toBeVisible();
  await router.navigate('/profile');
  await logOut();
  await expect.element(heading('Login')).toBeVisible();
  for (const returnTo of ['%2Fprofile', '%2Fpackages']) {
    await goBack();
    await expect.poll(address).toBe(`/login?returnTo=${returnTo}`);
    await expect.element(heading('Login')).toBeVisible();
  }
  await goBack();
  await expect.element(heading('Track shipment')).toBeVisible();
  expect(address()).toBe('/track');
});

test('Back leads out of a tracking ID that was spelled differently', async () => {
  serve({ shipment: { getShipmentByTrackingId: () => OVERVIEW } });
  await load('/track');
  await load(`/track/${TRACKING_ID.toLowerCase()}`);
  await expect.element(page.getByRole('article')).toBeVisible();
  expect(address()).toBe(`/track/${TRACKING_ID}`);
  await goBack();
  await expect.element(heading('Track shipment')).toBeVisible();
  expect(address()).toBe('/track');
});
