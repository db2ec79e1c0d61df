/** The row of rooms under the header of the desk. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../tests/components/expectations.ts';
import { EMPTY_DASHBOARD } from '../../../tests/components/manager-dashboard.ts';
import { MONEY_ROOM } from '../../../tests/components/money-room.ts';
import { address, DESKTOP, openPage, PHONE, TABLET } from '../../../tests/components/open-page.tsx';
import { ACCOUNTANT, DISPATCHER, MANAGER } from '../../../tests/components/people.ts';
import { onePage } from '../../../tests/components/shipments.ts';
import type { User } from '../../domain/user.ts';
import type { Work } from '../../domain/work.ts';

const rooms = page.getByRole('navigation', { name: 'Rooms' });
const WORK: [Work, number][] = [
  ['decide', 2],
  ['wishes', 1],
  ['pickups', 3],
  ['surprises', 1],
  ['cash', 4],
  ['to-book', 1234],
  ['failed-texts', 5],
  ['unverified', 6],
];
const api = {
  ...EMPTY_DASHBOARD,
  ...MONEY_ROOM,
  runAdmin: { ...EMPTY_DASHBOARD.runAdmin, ...MONEY_ROOM.runAdmin },
  pickupAdmin: { list: () => onePage([]) },
  deskAdmin: { getWork: () => ({ work: WORK.map(([kind, count]) => ({ kind, count, oldest: null })), days: [] }) },
};

test.each<[string, User, string[]]>([
  [
    'a manager',
    MANAGER,
    [
      ...['Today', 'Shipments 3', 'Runs 1', 'Pickups 3', 'Scan'],
      ...['Money', 'Who owes', 'Cash 4', 'Bank 1,234', 'Payouts', 'Rates'],
      ...['Reports', 'Users 6', 'Mail 5', 'Settings'],
    ],
  ],
  ['a dispatcher', DISPATCHER, ['Today', 'Shipments 3', 'Runs 1', 'Pickups 3', 'Scan', 'Cash 4', 'Reports']],
  [
    'an accountant',
    ACCOUNTANT,
    [
      ...['Today', 'Money', 'Who owes', 'Cash 4', 'Bank 1,234', 'Payouts', 'Rates'],
      ...['Reports', 'Users 6', 'Settings'],
    ],
  ],
])('%s sees the rooms of their roles, each with how much there is to do', async (_who, as, expected) => {
  await openPage('/manager', { as, size: DESKTOP, api });
  await expect.element(rooms).toBeVisible();
  const seen = () =>
    rooms
      .getByRole('link')
      .elements()
      .map((link) =>
        [link.firstChild?.textContent, link.querySelector('[aria-hidden]')?.textContent ?? []].flat().join(' '),
      );
  await expect.poll(seen).toEqual(expected);
  await expect.element(rooms.getByRole('link', { name: 'Cash 4 things to do' })).toBeVisible();
  await expect.element(rooms.getByRole('link', { name: 'Today' })).toHaveAttribute('aria-current', 'page');
  expect(rooms.element().scrollWidth).toBeLessThanOrEqual(DESKTOP.width);
  await expectAccessible();
});

test('on a tablet the row scrolls to the room one is in', async () => {
  await openPage('/manager', { as: MANAGER, size: TABLET, api });
  await rooms.getByRole('link', { name: 'Payouts' }).click();
  await expect.poll(address).toBe('/manager/payouts');
  const here = rooms.getByRole('link', { name: 'Payouts' });
  await expect.element(here).toHaveAttribute('aria-current', 'page');
  await expect.element(rooms.getByRole('link', { name: 'Today' })).not.toHaveAttribute('aria-current');
  await expect.element(here).toBeInViewport({ ratio: 1 });
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(TABLET.width);
});

test('a phone has them in its menu', async () => {
  await openPage('/manager/money', { as: ACCOUNTANT, size: PHONE, api });
  await expect.element(page.getByRole('heading', { name: 'Money', level: 1 })).toBeVisible();
  await expect.element(rooms).not.toBeInTheDocument();
});
