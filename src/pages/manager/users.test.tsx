import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { inputsOf, serve } from '../../../tests/components/api.ts';
import { textsOf } from '../../../tests/components/descriptions.ts';
import { expectAccessible, expectLink, expectRowsInView } from '../../../tests/components/expectations.ts';
import { focusOn } from '../../../tests/components/keyboard.ts';
import { USER_SUMMARY, WAITING_USER } from '../../../tests/components/managed-users.ts';
import { address, DESKTOP, openPage, TABLET } from '../../../tests/components/open-page.tsx';
import { MANAGER } from '../../../tests/components/people.ts';
import { onePage } from '../../../tests/components/shipments.ts';
import type { UserSummary } from '../../domain/user.ts';

const rows = page.getByRole('table', { name: 'Users' }).getByRole('row');
const search = page.getByRole('searchbox', { name: 'Search' });

/** Readers by their numbers, which are in their names. */
const readers = (first: number, last: number): UserSummary[] =>
  Array.from({ length: last - first + 1 }, (_, index) => ({
    ...USER_SUMMARY,
    id: `0198c5f0-0000-7000-8000-0000000002${String(first + index).padStart(2, '0')}`,
    firstName: 'Reader',
    lastName: `Number ${first + index}`,
    email: `reader-${first + index}@example.com`,
  }));

const openUsers = (path: string, data: UserSummary[], total = data.length, size = TABLET) => {
  const userAdmin = { getUsers: () => ({ ...onePage(data), total }) };
  return openPage(path, { as: MANAGER, size, api: { userAdmin } });
};

test('each user is shown with role and verification, whatever their name is', async () => {
  const id = '0198c5f0-0000-7000-8000-000000000299';
  await openUsers('/manager/users', [
    { ...USER_SUMMARY, id: MANAGER.id, firstName: 'Grace', lastName: 'Hopper', header: true },
    { ...USER_SUMMARY, courier: true, verified: false },
    { ...USER_SUMMARY, id, firstName: '<img src=x onerror=alert(1)>', lastName: '{{7*7}}' },
  ]);
  await expect.element(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
  await expect
    .poll(textsOf(rows))
    .toEqual([
      expect.any(String),
      expect.stringMatching(/Grace Hopper.*Manager.*Verified/),
      expect.stringMatching(/Ada Lovelace.*Courier.*Unverified/),
      expect.stringContaining('<img src=x onerror=alert(1)> {{7*7}}'),
    ]);
  await expect.element(page.getByText('3 users')).toBeVisible();
  await expect.element(page.getByRole('navigation', { name: 'Pages' })).not.toBeInTheDocument();
});

test('a colleague is invited by email with a role, and people are listed by role', async () => {
  const invited = USER_SUMMARY.id;
  await openUsers('/manager/users', [USER_SUMMARY]);
  await page.getByRole('link', { name: 'Deactivated' }).click();
  await expect.poll(address).toBe('/manager/users?role=deactivated');
  await expect.poll(() => inputsOf('userAdmin.getUsers')).toContainEqual({ page: { page: 1, role: 'deactivated' } });
  await page.getByRole('button', { name: 'Invite a colleague' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Email' }).fill('new.colleague@example.com');
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect.element(dialog.getByText('Choose at least one role.')).toBeVisible();
  await expectAccessible();
  serve({ userAdmin: { inviteUser: () => ({ id: invited }), getUser: () => ({ ...WAITING_USER, id: invited }) } });
  await dialog.getByRole('checkbox', { name: /^Dispatcher/ }).click();
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect.poll(address).toBe(`/manager/users/${invited}`);
  expect(inputsOf('userAdmin.inviteUser')).toEqual([{ email: 'new.colleague@example.com', roles: ['dispatcher'] }]);
});

test('a list of people to pay says how much, and leads to their money', async () => {
  await openUsers('/manager/users?work=withdrawals', [{ ...USER_SUMMARY, amount: 120.5 }]);
  await expect.element(rows.nth(1)).toMatchTextContent('120.50');
  await expectLink(rows.nth(1).getByRole('link'), `/manager/users/${USER_SUMMARY.id}/account`);
});

test('at the desk at least 16 people are on a screen, a line each', async () => {
  await openUsers('/manager/users', readers(1, 25), 67, DESKTOP);
  await expectRowsInView(16);
  await expect.element(page.getByText('67 users')).toBeVisible();
  await expectAccessible();
});

test('pages of users are in the address', async () => {
  await openUsers('/manager/users', readers(1, 10), 12);
  await expect.element(rows.nth(10)).toBeVisible();
  serve({ userAdmin: { getUsers: () => ({ ...onePage(readers(11, 12)), total: 12 }) } });
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next page' }).click();
  await expect.poll(address).toBe('/manager/users?page=2');
  await expect.element(page.getByText('reader-12@example.com')).toBeVisible();
  await expect.poll(() => rows.elements().length).toBe(3);
  expect(inputsOf('userAdmin.getUsers')).toContainEqual({ page: { page: 2 } });
});

test('a search by keyboard begins at page 1, and stays there', async () => {
  await openUsers('/manager/users?page=2', readers(11, 12), 12);
  await expect.element(rows.nth(2)).toBeVisible();
  await focusOn(search);
  serve({ userAdmin: { getUsers: () => onePage(readers(7, 7)) } });
  await userEvent.keyboard('number 7{Enter}');
  await expect.poll(address).toBe('/manager/users?q=number%207');
  await expect.poll(textsOf(page.getByRole('table', { name: 'Users' }).getByRole('link'))).toEqual(['Reader Number 7']);
  await expect.element(search).toHaveValue('number 7');

  serve({ userAdmin: { getUsers: () => onePage([]) } });
  // Acts by itself once typing pauses.
  await search.fill('nobody is called this');
  await expect.element(page.getByText('No users found.')).toBeVisible();
  await expectAccessible();
  const asked = inputsOf('userAdmin.getUsers');
  expect(asked).toContainEqual({ page: { page: 1, q: 'number 7' } });
  expect(asked).toContainEqual({ page: { page: 1, q: 'nobody is called this' } });
});

test('the email address of a deleted user leads to their history', async () => {
  const deletedAt = '2026-11-18T09:00:00.000Z';
  const deleted = { entity: 'user', id: USER_SUMMARY.id, trackingId: null, deletedAt } as const;
  await openUsers('/manager/users', [USER_SUMMARY]);
  serve({ userAdmin: { getUsers: () => onePage([]) }, auditAdmin: { findDeleted: () => [deleted] } });
  await search.fill('Gone.Person@example.com');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('This user was deleted')).toBeVisible();
  expect(inputsOf('auditAdmin.findDeleted')).toContainEqual({ search: 'Gone.Person@example.com' });
  await expectAccessible();
  await expectLink(page.getByRole('link', { name: 'View history' }), `/manager/users/${USER_SUMMARY.id}/history`);
});

test('who waits to be verified is verified from the list', async () => {
  const waiting = { ...USER_SUMMARY, verified: false, email: 'waits@example.com' };
  const invited = { ...USER_SUMMARY, id: MANAGER.id, verified: false, courier: true };
  let data: UserSummary[] = [waiting, invited];
  await openPage('/manager/users?work=unverified', {
    as: MANAGER,
    size: TABLET,
    api: {
      userAdmin: {
        getUsers: () => onePage(data),
        verifyUser: () => {
          data = [invited];
          return { ok: true };
        },
      },
    },
  });
  // Whoever is invited verifies the address by the link.
  await expect.poll(() => page.getByRole('button', { name: /^Verify / }).elements()).toHaveLength(1);
  await page.getByRole('button', { name: /^Verify / }).click();
  await expect.element(page.getByText('Verify waits@example.com?')).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Verify', exact: true }).click();
  await expect.poll(() => inputsOf('userAdmin.verifyUser')).toEqual([{ id: waiting.id }]);
  await expect.poll(() => rows.elements()).toHaveLength(2);
});
