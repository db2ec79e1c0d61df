import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Api, inputsOf, rejecting, serve } from '../../../tests/components/api.ts';
import { readDescriptions } from '../../../tests/components/descriptions.ts';
import { expectAccessible, expectLink, expectShown, toastOf } from '../../../tests/components/expectations.ts';
import { focusOn } from '../../../tests/components/keyboard.ts';
import { USER_SUMMARY, WAITING_USER } from '../../../tests/components/managed-users.ts';
import { address, openPage, TABLET } from '../../../tests/components/open-page.tsx';
import { MANAGER } from '../../../tests/components/people.ts';
import { onePage, SUMMARY } from '../../../tests/components/shipments.ts';
import type { AuditEntry } from '../../domain/audit.ts';
import type { ManagedShipmentSummary } from '../../domain/shipment.ts';
import type { ManagedUser } from '../../domain/user.ts';

const path = `/manager/users/${WAITING_USER.id}`;
const VERIFIED_USER: ManagedUser = { ...WAITING_USER, verified: true };
const serving = (user: ManagedUser): Api => ({ userAdmin: { getUser: () => user } });
const openUser = (user: ManagedUser, more: Api = {}, at = path) =>
  openPage(at, { as: MANAGER, size: TABLET, api: { ...serving(user), ...more } });

const button = (name: string) => page.getByRole('button', { name, exact: true });
const question = page.getByRole('alertdialog');
const tabs = page.getByRole('navigation', { name: 'User', exact: true });

test('a profile shows what is known, and leads to an email', async () => {
  await openUser(WAITING_USER);
  await expect.element(page.getByRole('heading', { name: 'Vera Waiting', level: 1 })).toBeVisible();
  await expect.poll(readDescriptions).toEqual({
    'First name': 'Vera',
    'Last name': 'Waiting',
    'Phone number': 'N/A',
    'Date of birth': 'N/A',
    Address: '12 Harbour Road',
    City: 'Arlington',
    State: 'Virginia',
    Nationality: 'Sweden',
    'Password last changed': 'Tuesday 03/11/2026 - 10:30 AM',
    'Email verified': 'No',
    Admin: 'No',
    Roles: 'N/A',
    'Passkey or app': 'No',
  });
  await expectLink(page.getByRole('link', { name: 'Send email' }), '/manager/mail?to=vera.waiting%40example.com');
});

test('verifying asks first, and Escape returns to its button', async () => {
  await openUser(WAITING_USER);
  await focusOn(button('Verify user'));
  await userEvent.keyboard('{Enter}');
  await expect.element(question).toMatchTextContent('Verify vera.waiting@example.com?');
  await expectAccessible();
  await userEvent.keyboard('{Escape}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(button('Verify user')).toHaveFocus();

  // The button that changes nothing has the focus.
  await userEvent.keyboard('{Enter}');
  await expect.element(question.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  serve({ userAdmin: { verifyUser: () => ({ ok: true }), getUser: () => VERIFIED_USER } });
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(toastOf('User verified')).toBeVisible();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(button('Verify user')).not.toBeInTheDocument();
  await expect.poll(readDescriptions).toMatchObject({ 'Email verified': 'Yes' });
  expect(inputsOf('userAdmin.verifyUser')).toEqual([{ id: WAITING_USER.id }]);
});

const roleBox = (name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) });
const saveRoles = button('Save roles');

test('roles are given and taken, each with what it allows', async () => {
  await openUser({ ...VERIFIED_USER, courier: true, roles: ['courier'] });
  await expect.element(roleBox('Courier')).toBeChecked();
  await expect.element(roleBox('Courier')).toHaveAccessibleDescription(/sees the receiver’s name, phone and address/);
  await expectAccessible();
  const now: ManagedUser = { ...VERIFIED_USER, roles: ['dispatcher', 'accountant'] };
  serve({ userAdmin: { setRoles: () => ({ ok: true }), getUser: () => now } });
  await roleBox('Courier').click();
  await roleBox('Dispatcher').click();
  await roleBox('Accountant').click();
  await saveRoles.click();
  await expect.element(toastOf('Roles saved')).toBeVisible();
  await expect.poll(readDescriptions).toMatchObject({ Roles: 'Dispatcher, accountant' });
  expect(inputsOf('userAdmin.setRoles')).toEqual([
    { id: WAITING_USER.id, roles: expect.arrayContaining(['dispatcher', 'accountant']), base: ['courier'] },
  ]);
});

test('a courier’s usual day is saved, and what is wrong with it is said', async () => {
  await openUser({ ...VERIFIED_USER, courier: true, roles: ['courier'], limits: { from: '08:00', parcels: 80 } });
  const field = (name: string) => page.getByLabelText(name, { exact: true });
  await expect.element(field('From')).toHaveValue('08:00');
  await expect.element(field('Parcels')).toHaveValue('80');
  await expectAccessible();
  serve({ userAdmin: { setCourierLimits: () => ({ ok: true }) } });
  await field('Postcodes').fill('420-411');
  await button('Save usual day').click();
  await expect.element(field('Postcodes')).toHaveAccessibleDescription(/Enter postcodes like this/);
  await field('Postcodes').fill('411, 413 04');
  await field('Parcels').fill('');
  await field('Kilograms').fill('600');
  await button('Save usual day').click();
  await expect.element(toastOf('Usual day saved')).toBeVisible();
  expect(inputsOf('userAdmin.setCourierLimits')).toEqual([
    {
      id: WAITING_USER.id,
      from: '08:00',
      until: null,
      area: '411, 413 04',
      parcels: null,
      kilograms: 600,
      litres: null,
    },
  ]);
});

test('roles that were not saved say why, and stay as chosen', async () => {
  await openUser({ ...VERIFIED_USER, courier: true, roles: ['courier'] });
  const reason = 'Vera Waiting still has the run “Last of the day”.';
  serve({ userAdmin: { setRoles: rejecting('PRECONDITION_FAILED', reason) } });
  await roleBox('Courier').click();
  await saveRoles.click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('Last of the day');
  await expect.element(roleBox('Courier')).not.toBeChecked();
});

test('someone else’s change of another role is not undone', async () => {
  const { client } = await openUser({ ...VERIFIED_USER, roles: ['dispatcher'] });
  await roleBox('Shipper').click();
  serve({
    userAdmin: {
      setRoles: () => ({ ok: true }),
      getUser: () => ({ ...VERIFIED_USER, roles: ['dispatcher', 'accountant'] }),
    },
  });
  await client.invalidateQueries();
  await expect.poll(readDescriptions).toMatchObject({ Roles: 'Dispatcher, accountant' });
  await saveRoles.click();
  await expect.element(toastOf('Roles saved')).toBeVisible();
  const [{ base, roles }] = inputsOf('userAdmin.setRoles') as [{ base: string[]; roles: string[] }];
  expect({ base, roles: roles.toSorted() }).toEqual({ base: ['dispatcher'], roles: ['dispatcher', 'shipper'] });
});

test('nobody has a role before their address is verified', async () => {
  await openUser(WAITING_USER);
  await expect.element(page.getByText('must verify their email address before they can have a role')).toBeVisible();
  await expect.element(saveRoles).not.toBeInTheDocument();
});

test('keys and webhooks of someone who no longer ships are seen and ended', async () => {
  const programs = {
    keys: [
      {
        id: 'k1',
        name: 'Web shop',
        ending: 'x7Qa',
        kind: 'live' as const,
        scopes: [],
        createdAt: '2026-11-16T10:15:00.000Z',
        lastUsedAt: null,
        expiresAt: null,
      },
    ],
    webhooks: [{ id: 'w1', host: 'shop.example', state: 'paused' as const, test: false }],
  };
  const user: ManagedUser = { ...VERIFIED_USER, hasOpen: true };
  await openUser(user, { userAdmin: { getUser: () => user, getPrograms: () => programs } });
  await expectShown(
    'None of the keys and webhooks work: this person isn’t a shipper.',
    'Web shop · wb_live_…x7Qa',
    'Key, not used yet',
  );
  await expectShown('shop.example', 'Webhook: Paused');
  await expectAccessible();
  await focusOn(button('End keys and webhooks'));
  await userEvent.keyboard('{Enter}');
  await expect.element(question).toMatchTextContent('Programs of Vera Waiting stop working at once');
  serve({ userAdmin: { endPrograms: () => ({ ok: true }), getUser: () => VERIFIED_USER } });
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(toastOf('Keys revoked and webhooks deleted')).toBeVisible();
  await expect.element(button('End keys and webhooks')).not.toBeInTheDocument();
  expect(inputsOf('userAdmin.endPrograms')).toEqual([{ id: WAITING_USER.id }]);
});

test('deactivating says what ends, and reactivating what comes back', async () => {
  const open = { keys: [], webhooks: [], sessions: 2, runs: [{ id: 'r1', name: 'North', day: '2026-11-28' }] };
  const user: ManagedUser = { ...VERIFIED_USER, courier: true, roles: ['courier'], hasOpen: true };
  await openUser(user, { userAdmin: { getUser: () => user, getPrograms: () => open } });
  await expectShown('2 sessions');
  await expectLink(page.getByRole('link', { name: 'North' }), '/manager/runs/r1');
  await expectAccessible();
  await button('Deactivate').click();
  await expect.element(question).toMatchTextContent('what is still in the van counts as missing');
  const left: ManagedUser = { ...VERIFIED_USER, deactivated: true };
  serve({ userAdmin: { deactivateUser: () => ({ ok: true }), getUser: () => left } });
  await question.getByRole('button', { name: 'Deactivate' }).click();
  await expect.element(toastOf('Account deactivated')).toBeVisible();
  await expectShown('This person can’t log in.');
  expect(saveRoles.elements()).toEqual([]);
  serve({ userAdmin: { reactivateUser: () => ({ ok: true }), getUser: () => VERIFIED_USER } });
  await button('Reactivate').click();
  await question.getByRole('button', { name: 'Reactivate' }).click();
  await expect.element(saveRoles).toBeVisible();
  expect([inputsOf('userAdmin.deactivateUser'), inputsOf('userAdmin.reactivateUser')]).toEqual([
    [{ id: WAITING_USER.id }],
    [{ id: WAITING_USER.id }],
  ]);
});

test('taking the own manager role is not done unseen', async () => {
  await openUser(
    { ...VERIFIED_USER, id: MANAGER.id, header: true, roles: ['manager'] },
    {},
    `/manager/users/${MANAGER.id}`,
  );
  await roleBox('Manager').click();
  await expect.element(page.getByText('You will no longer be able to open the manager’s pages.')).toBeVisible();
});

test('deleting a user leads to the list, without asking for them again', async () => {
  await openUser(VERIFIED_USER, { transactionAdmin: { getUserBalance: () => ({ total: -12.5, available: -12.5 }) } });
  await button('Delete user').click();
  await expect.element(question).toMatchTextContent('Are you sure you want to delete this user?');
  await expect.element(question).toMatchTextContent('This account still owes $12.50.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await button('Delete user').click();
  await expect.element(question).toBeVisible();
  const countAsked = () => inputsOf('userAdmin.getUser').length;
  let askedBefore = 0;
  serve({
    userAdmin: {
      deleteUser: () => {
        askedBefore = countAsked();
        return { ok: true };
      },
      getUsers: () => onePage([USER_SUMMARY]),
    },
  });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expectShown(page.getByRole('table', { name: 'Users' }), toastOf('User deleted'));
  await expect.poll(address).toBe('/manager/users');
  expect(countAsked()).toBe(askedBefore);
});

test('the question says why a user was not deleted, until closed', async () => {
  await openUser(VERIFIED_USER);
  serve({ userAdmin: { deleteUser: rejecting('PRECONDITION_FAILED', 'You can’t delete yourself.') } });
  await button('Delete user').click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.element(question.getByRole('alert')).toMatchTextContent('You can’t delete yourself.');
  await expectAccessible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await button('Delete user').click();
  await expect.element(question).toBeVisible();
  await expect.element(question.getByRole('alert')).not.toBeInTheDocument();
});

test.each([path, `${path}/shipments`, '/manager/users/nonsense'])(
  'an unknown user at %s leads to the list',
  async (at) => {
    const userAdmin = { getUser: rejecting('NOT_FOUND', 'User not found'), getUsers: () => onePage([USER_SUMMARY]) };
    await openPage(at, { as: MANAGER, api: { userAdmin, shipmentAdmin: { getShipments: () => onePage([]) } } });
    await expect.poll(address).toBe('/manager/users');
    // React's strict mode runs effects twice.
    await expect.element(toastOf('User not found').first()).toBeVisible();
  },
);

const parcels = (first: number, last: number): ManagedShipmentSummary[] =>
  Array.from({ length: last - first + 1 }, (_, index) => ({
    ...SUMMARY,
    id: `0198c5f0-0000-7000-8000-0000000003${String(first + index).padStart(2, '0')}`,
    description: `Parcel ${first + index}`,
  }));

test('a user’s shipments are paged in the address', async () => {
  const getShipments: NonNullable<NonNullable<Api['shipmentAdmin']>['getShipments']> = ({
    page: { page: number },
  }) => ({
    ...onePage(number === 2 ? parcels(11, 12) : parcels(1, 10)),
    total: 12,
  });
  await openUser(VERIFIED_USER, { shipmentAdmin: { getShipments } });
  await tabs.getByRole('link', { name: 'Shipments' }).click();
  await expect.poll(address).toBe(`${path}/shipments`);
  await expect
    .element(page.getByRole('heading', { name: 'Manage user incoming and outgoing shipments.' }))
    .toBeVisible();
  const rows = page.getByRole('table', { name: 'User shipments' }).getByRole('row');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect.poll(() => rows.elements().length).toBe(11);
  await pages.getByRole('link', { name: 'Page 2' }).click();
  await expect.poll(address).toBe(`${path}/shipments?page=2`);
  await expect.poll(() => rows.elements().length).toBe(3);
  await pages.getByRole('link', { name: 'Previous page' }).click();
  await expect.poll(() => rows.elements().length).toBe(11);
  await pages.getByRole('link', { name: 'Next page' }).click();
  await expect.poll(() => rows.elements().length).toBe(3);
  await expect.element(page.getByRole('link', { name: 'Parcel 12' })).toBeVisible();
  expect(inputsOf('shipmentAdmin.getShipments')).toContainEqual({ userId: WAITING_USER.id, page: { page: 2 } });

  await openPage(`${path}/shipments?page=abc`);
  await expect.element(pages.getByText('Page 1')).toHaveAttribute('aria-current', 'page');
});

const VERIFYING: AuditEntry = {
  id: '0198c5f0-0000-7000-8000-0000000000e1',
  createdAt: '2026-11-18T09:00:00.000Z',
  actor: { id: MANAGER.id, name: 'Mina Lovelace' },
  procedure: 'userAdmin.verifyUser',
  entity: 'user',
  entityId: WAITING_USER.id,
  before: { verified: false },
  after: { verified: true },
};

test('the history says who did what, with the values before and after', async () => {
  await openUser(VERIFIED_USER, { auditAdmin: { getEntries: () => onePage([VERIFYING]) } });
  await tabs.getByRole('link', { name: 'History' }).click();
  await expect.poll(address).toBe(`${path}/history`);
  await expect.element(page.getByText('Mina Lovelace verified the email')).toBeVisible();
  await expect.poll(readDescriptions).toEqual({ 'Email verified': 'No → changed to Yes' });
  await expectAccessible();
  expect(inputsOf('auditAdmin.getEntries')).toContainEqual({ userId: WAITING_USER.id, page: { page: 1 } });
});

test('the history of a deleted user can still be read', async () => {
  const entry = { ...VERIFYING, procedure: 'userAdmin.deleteUser', after: null };
  const userAdmin = { getUser: rejecting('NOT_FOUND', 'User not found') };
  await openPage(`${path}/history`, {
    as: MANAGER,
    api: { userAdmin, auditAdmin: { getEntries: () => onePage([entry]) } },
  });
  await expect.element(page.getByText('Mina Lovelace deleted the user')).toBeVisible();
  expect(address()).toBe(`${path}/history`);
  await expectAccessible();
});
