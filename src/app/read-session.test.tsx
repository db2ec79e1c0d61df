/** A browser may have written the token in local storage late. */
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { inputsOf, serve } from '../../tests/components/api.ts';
import { setOnline } from '../../tests/components/device.ts';
import { logOut, PROFILE } from '../../tests/components/home.ts';
import { closePage, openPage } from '../../tests/components/open-page.tsx';
import { CUSTOMER } from '../../tests/components/people.ts';
import { untilStored } from '../../tests/components/stored.ts';
import { readSessionRecord } from '../api/calls/known-session.ts';
import { createQueryClient } from '../api/query-client.ts';
import { startSession } from '../features/session/start-session.ts';
import { readEndedSession, recordEndedSession } from '../offline/ended-session.ts';
import { recordSignIn, recordSignOut } from '../offline/session-record.ts';
import { readStored } from '../offline/stored-queries.ts';
import { readSession } from './read-session.ts';

const TOKEN = `token-of-${CUSTOMER.id}`;
const HASH = /^[0-9a-f]{64}$/;
const readToken = () => localStorage.getItem('token');
const login = page.getByRole('heading', { name: 'Login' });

async function openProfile(): Promise<void> {
  await openPage('/profile', { as: CUSTOMER, api: PROFILE });
  await untilStored('profile');
}

async function logOutOffline(): Promise<void> {
  setOnline(false);
  await logOut();
  await expect.element(login).toBeVisible();
}

/** The app would go on trying in the tests that follow. */
async function endWhatWasLeft(): Promise<void> {
  serve({ auth: { logoutByHash: () => ({ ok: true }) } });
  setOnline(true);
  await expect.poll(readSessionRecord).toMatchObject({ left: [{ isOpen: false }] });
}

/** Local storage is as before the logout after a loss of power. */
async function losePower(before: Record<string, string>): Promise<void> {
  await closePage();
  for (const [key, value] of Object.entries(before)) localStorage.setItem(key, value);
}

test('a token given up offline no longer signs in, and the server revokes it later', async () => {
  await openProfile();
  const before = { ...localStorage };
  await logOutOffline();
  await losePower(before);
  expect(readToken()).toBe(TOKEN);
  await readSession();
  expect(readToken()).toBeNull();
  await endWhatWasLeft();
  expect(inputsOf('auth.logoutByHash')).toEqual([{ tokenHash: expect.stringMatching(HASH) }]);
  await expect
    .poll(readSessionRecord)
    .toEqual({ got: null, left: [{ hash: expect.stringMatching(HASH), isOpen: false }] });
  // However often local storage comes back.
  await losePower(before);
  await readSession();
  expect(readToken()).toBeNull();
});

test('a start finishes a logout that was interrupted', async () => {
  await openProfile();
  expect(await readStored()).not.toEqual([]);
  const before = { ...localStorage };
  // A logout does this first, before the power goes.
  await recordSignOut(TOKEN, true);
  setOnline(false);
  await losePower(before);
  await readSession();
  expect(readToken()).toBeNull();
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(`waybill-${CUSTOMER.id}`);
  await endWhatWasLeft();
});

test('a reload while a session ends does not lose the reason', async () => {
  await openProfile();
  // The logout got this far before the reload.
  const ended = { id: CUSTOMER.id, email: CUSTOMER.email, reason: 'Your session has ended.' };
  await recordSignOut(TOKEN, false);
  recordEndedSession(ended);
  setOnline(false);
  await closePage();
  await readSession();
  expect([readToken(), readEndedSession()]).toEqual([null, ended]);
});

/** Writes have to wait for its reads. */
async function keepBusy(name: string): Promise<void> {
  const request = indexedDB.open(name);
  await new Promise((resolve) => request.addEventListener('success', resolve));
  const { result: database } = request;
  const store = database.transaction('queries', 'readwrite').objectStore('queries');
  const readMore = (left: number) => {
    if (left > 0) store.get('any').onsuccess = () => readMore(left - 1);
  };
  readMore(500);
  database.close();
}

test('a page says that someone has logged out once that is on the disk', async () => {
  await openProfile();
  const happened: string[] = [];
  const begin = IDBDatabase.prototype.transaction;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...given) {
    const begun = begin.apply(this, given);
    if (this.name === 'waybill-session' && begun.durability === 'strict')
      begun.addEventListener('complete', () => happened.push('on the disk'));
    return begun;
  });
  const { removeItem } = Storage.prototype;
  vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(function (this: Storage, key) {
    if (key === 'token') happened.push('logged out');
    removeItem.call(this, key);
  });
  await recordSignIn(TOKEN);
  happened.length = 0;
  await keepBusy('waybill-session');
  await logOutOffline();
  expect(happened).toEqual(['on the disk', 'logged out']);
  await endWhatWasLeft();
});

test('a login that local storage has lost is restored', async () => {
  await startSession(createQueryClient(), { token: 'new-token' });
  expect(readToken()).toBe('new-token');
  // A browser that died may have lost both.
  localStorage.clear();
  sessionStorage.clear();
  expect(await readSession()).toBe('restored');
  expect(readToken()).toBe('new-token');
});

test('a token that somebody removed from local storage stays gone', async () => {
  await startSession(createQueryClient(), { token: 'new-token' });
  localStorage.removeItem('token');
  expect(await readSession()).toBe('as-stored');
  expect(readToken()).toBeNull();
});

test('a login is not restored once it was given up', async () => {
  const client = createQueryClient();
  await startSession(client, { token: 'first-token' });
  await startSession(client, { token: 'second-token' });
  localStorage.setItem('token', 'first-token');
  expect(await readSession()).toBe('restored');
  expect(readToken()).toBe('second-token');
});

test('the second copy of a token goes once local storage is on the disk', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await startSession(createQueryClient(), { token: 'new-token' });
  expect(await readSessionRecord()).toMatchObject({ got: 'new-token' });
  vi.advanceTimersByTime(60_000);
  await expect.poll(readSessionRecord).toMatchObject({ got: null });
  localStorage.clear();
  expect(await readSession()).toBe('as-stored');
  expect(readToken()).toBeNull();
});

test('a visitor’s start leaves no record', async () => {
  expect(await readSession()).toBe('as-stored');
  expect(await indexedDB.databases()).toEqual([]);
});
