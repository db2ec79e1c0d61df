/** Every page and link of theirs opens, and asks for nothing else. */
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type Api, calledProcedures, rejecting, serve } from '../../../tests/components/api.ts';
import { DESK } from '../../../tests/components/desk.ts';
import { expectAccessible } from '../../../tests/components/expectations.ts';
import { HOME, PROFILE } from '../../../tests/components/home.ts';
import { COURIERS, DAY, OPEN_EXCEPTION, RUN, RUN_SUMMARY } from '../../../tests/components/managed-runs.ts';
import { USER_SUMMARY } from '../../../tests/components/managed-users.ts';
import { MONEY_ROOM } from '../../../tests/components/money-room.ts';
import { address, DESKTOP, openPage } from '../../../tests/components/open-page.tsx';
import { ACCOUNTANT, CUSTOMER, DISPATCHER, SHIPPER } from '../../../tests/components/people.ts';
import { noFigures } from '../../../tests/components/reports.ts';
import { MANAGED, onePage, SUMMARY } from '../../../tests/components/shipments.ts';
import { NO_RETURNS } from '../../domain/returns.ts';
import { may, type RestrictedCall, ROLES_OF_CALLS } from '../../domain/roles.ts';
import type { User } from '../../domain/user.ts';
import { profileQuery } from '../../features/session/queries.ts';
import { readStored } from '../../offline/stored-queries.ts';
import { placesOf } from './places.ts';

const { value, fee, ...parcel } = MANAGED;
const api: Api = {
  ...DESK,
  ...HOME,
  ...PROFILE,
  shipmentAdmin: {
    getShipments: () => onePage([SUMMARY]),
    getShipment: () => ({ ...parcel, senderId: CUSTOMER.id, run: { id: RUN.id, name: RUN.name, courier: 'Bo Ek' } }),
  },
  runAdmin: {
    ...DESK.runAdmin,
    daySheet: () => ({ day: '2026-11-17', isOpen: false, asOf: '2026-11-17T17:40:00.000Z', runs: [], undecided: [] }),
    list: () => ({ day: DAY, runs: [RUN_SUMMARY] }),
    get: () => RUN,
    couriers: () => COURIERS,
    exceptions: () => [OPEN_EXCEPTION],
    openCash: () => [],
    sortMap: () => ({ day: DAY, total: 0, runs: [], parcels: [] }),
  },
  deskAdmin: {
    getWork: () => ({ work: [{ kind: 'decide', count: 1, oldest: null }], days: [] }),
    getPrints: () => onePage([]),
    getPrinters: () => [],
  },
  userAdmin: { ...DESK.userAdmin, getUsers: () => onePage([USER_SUMMARY]) },
  savedFilter: { list: () => [] },
  shipmentImport: { getImports: () => [] },
  bulk: { getAll: () => [] },
  recurring: { list: () => [] },
  rateAdmin: {
    list: () => [{ id: CUSTOMER.id, userId: null, maxGrams: 2_000, country: null, postcode: '', fee: 5.9 }],
    shops: () => [],
  },
  bankAdmin: { ...MONEY_ROOM.bankAdmin },
  statementAdmin: {
    ...MONEY_ROOM.statementAdmin,
    duePayouts: () => ({
      total: 1,
      payouts: [{ userId: SHIPPER.id, name: 'Books', number: '2026-1', amount: 5, iban: 'GB82', holder: 'Books' }],
    }),
  },
  transactionAdmin: {
    ...DESK.transactionAdmin,
    ...MONEY_ROOM.transactionAdmin,
  },
  pickupAdmin: { list: () => onePage([]) },
  reports: { get: noFigures, getMoney: noFigures, own: noFigures, isOwnEmailed: () => false },
};

const SHOP: Api = {
  shipper: {
    getSender: () => ({ name: 'Harbour Books', email: SHIPPER.email, phone: '', country: 'Sweden' }),
    getDrafts: () => ({ ...onePage([]), counts: { ready: 0, toFix: 0, withheld: 0 } }),
    getChangedOrders: () => ({ data: [] }),
    getReturns: () => ({ rules: NO_RETURNS, address: '', asked: [] }),
    getAskedAddresses: () => [],
    getUndecided: () => [],
    getUnprinted: () => onePage([]),
    getPickups: () => ({ data: [], address: '' }),
  },
  shopConnection: { list: () => ({ data: [] }) },
  apiKey: { list: () => [] },
  webhook: { list: () => ({ data: [] }) },
};

/** What a control on the page would call. */
const procedureOf = (send: unknown): string[] =>
  typeof send === 'function' && 'procedure' in send ? [String(send.procedure)] : [];

/** It leaves out what they select there. */
const linked = () =>
  [...document.querySelectorAll('a')].flatMap(({ host, pathname }) =>
    host === location.host && pathname.startsWith('/manager') ? pathname : [],
  );

test.each<[string, User, Api, string[], string[]]>([
  [
    'a dispatcher',
    DISPATCHER,
    {},
    ['/manager', `/manager/shipments/${MANAGED.id}`, `/manager/runs/${RUN.id}`],
    ['runAdmin.reorder', 'shipmentAdmin.deleteShipment'],
  ],
  [
    'an accountant',
    ACCOUNTANT,
    { deskAdmin: { getWork: () => ({ work: [{ kind: 'withdrawals', count: 2, oldest: null }], days: [] }) } },
    ['/manager', '/manager/users', '/manager/settings', `/manager/users/${CUSTOMER.id}/account`],
    ['rateAdmin.delete', 'statementAdmin.payOut'],
  ],
  ['shipper', SHIPPER, SHOP, ['/shipping/new', '/profile/developers'], ['shipper.createShipment']],
])('pages of %s open, and ask for and offer what the role allows', async (_role, as, more, expected, known) => {
  const { client, router } = await openPage('/track', { as, size: DESKTOP, api });
  const offered = vi.spyOn(client, 'defaultMutationOptions');
  serve(more);
  const waiting = placesOf(as).flatMap(({ to, call }) => (call ? to : []));
  const opened = new Set<string>();
  for (let path = waiting.shift(); path; path = waiting.shift()) {
    if (opened.has(path)) continue;
    opened.add(path);
    const last = router.state.matches.at(-1)?.route;
    document.title = '';
    await router.navigate(path);
    expect(address()).toBe(path);
    // Until React has drawn it, the last page is there.
    if (router.state.matches.at(-1)?.route !== last) await expect.poll(() => document.title).not.toBe('');
    await expect.element(page.getByRole('heading', { level: 1 })).toBeInTheDocument();
    await expect.poll(() => client.isFetching()).toBe(0);
    await expect.poll(() => document.querySelector('main [aria-busy="true"]')).toBeNull();
    expect(page.getByRole('alert').elements()).toEqual([]);
    waiting.push(...linked());
  }
  expect([...opened]).toEqual(expect.arrayContaining(expected));
  const changes = offered.mock.calls.flatMap(([options]) => procedureOf(options?.mutationFn));
  expect(changes).toEqual(expect.arrayContaining(known));
  const restricted = [...calledProcedures(), ...changes].filter(
    (name): name is RestrictedCall => name in ROLES_OF_CALLS,
  );
  expect([...new Set(restricted.filter((name) => !may(as, name)))]).toEqual([]);
});

test.each([
  [
    'a dispatcher',
    DISPATCHER,
    ['To do', 'Today’s runs', '0 shipments created in the last 14 days', 'Find a shipment', 'Recent shipments'],
  ],
  ['an accountant', ACCOUNTANT, ['To do', 'Find a person', 'Recent users']],
])('the desk of %s has their own work', async (_who, as, headings) => {
  await openPage('/manager', { as, size: DESKTOP, api });
  await expect.element(page.getByRole('heading', { name: 'Desk', level: 1 })).toBeVisible();
  await expect
    .poll(() =>
      page
        .getByRole('main')
        .getByRole('heading', { level: 2 })
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(headings);
  await expectAccessible();
});

test.each([
  ['/manager/users', DISPATCHER],
  ['/manager/mail', DISPATCHER],
  [`/manager/shipments/${MANAGED.id}/invoice`, DISPATCHER],
  [`/manager/users/${CUSTOMER.id}/account`, DISPATCHER],
  ['/manager/shipments', ACCOUNTANT],
  ['/manager/runs', ACCOUNTANT],
  ['/manager/mail', ACCOUNTANT],
  [`/manager/users/${CUSTOMER.id}/shipments`, ACCOUNTANT],
])('%s leads those without the role back to their desk', async (path, as) => {
  await openPage(path, { as, api });
  await expect.element(page.getByRole('heading', { name: 'Desk', level: 1 })).toBeVisible();
  expect(address()).toBe('/manager');
});

test('a shipment shows a dispatcher no code, bill or account, and lets them set no price', async () => {
  await openPage(`/manager/shipments/${MANAGED.id}`, { as: DISPATCHER, size: DESKTOP, api });
  await expect.element(page.getByText('Account linked')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Write email to the receiver' }))
    .toHaveAttribute('href', expect.stringMatching(/^mailto:/));
  const text = document.querySelector('main')?.textContent ?? '';
  for (const word of ['Bills', 'code', 'View account']) expect(text).not.toContain(word);
  await page.getByRole('link', { name: 'Update shipment info' }).click();
  await expect.element(page.getByLabelText('Weight')).toBeVisible();
  await expect.element(page.getByLabelText('Value ($)')).toBeVisible();
  await expect.element(page.getByLabelText('Shipping fee ($)')).not.toBeInTheDocument();
});

test('the login leads a dispatcher to the desk', async () => {
  await openPage('/login?returnTo=%2F', { api });
  serve({ auth: { login: () => ({ token: 'new' }), profile: () => DISPATCHER } });
  await page.getByLabelText('Email').fill(DISPATCHER.email);
  await page.getByLabelText('Password', { exact: true }).fill('journey through the night');
  await page.getByRole('button', { name: 'Login' }).click();
  await expect.element(page.getByRole('heading', { name: 'Desk', level: 1 })).toBeVisible();
});

test('what a role has shown leaves the device with the role', async () => {
  const { client } = await openPage('/manager/users', { as: ACCOUNTANT, api });
  const names = async () => (await readStored()).map(({ queryKey }) => queryKey[1]);
  await expect.poll(names).toContain('managed-users');
  serve({ auth: { profile: () => DISPATCHER_NOW }, userAdmin: { getUsers: rejecting('FORBIDDEN', 'Not for you.') } });
  await client.invalidateQueries({ queryKey: profileQuery.queryKey });
  await expect.poll(address).toBe('/manager');
  await expect.poll(names).not.toContain('managed-users');
});
const DISPATCHER_NOW: User = { ...ACCOUNTANT, roles: ['dispatcher'] };
