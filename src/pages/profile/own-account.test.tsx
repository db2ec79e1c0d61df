import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Api, inputsOf, noAnswer, rejecting, serve } from '../../../tests/components/api.ts';
import { expectAccessible, expectShown, toastOf } from '../../../tests/components/expectations.ts';
import { NO_FACTORS, OWN_ACCOUNT } from '../../../tests/components/home.ts';
import { press } from '../../../tests/components/keyboard.ts';
import { openPage } from '../../../tests/components/open-page.tsx';
import { CUSTOMER } from '../../../tests/components/people.ts';
import type { DataExport, OwnAccount } from '../../domain/own-account.ts';

const CHANGE = { email: 'grace@example.com', expiresAt: '2026-11-17T10:15:00.000Z' };
const FILE: DataExport = {
  id: 'a-file',
  state: 'ready',
  size: 12_300,
  createdAt: '2026-11-16T10:15:00.000Z',
  expiresAt: '2026-11-17T10:15:00.000Z',
};
const user: Api = { ...NO_FACTORS, user: { getSessions: () => [] } };
const withAccount = (account: Partial<OwnAccount>): Api => ({
  ...user,
  ownAccount: { get: () => ({ emailChange: null, dataExport: null, obstacles: [], ...account }) },
});
const open = (api: Api = OWN_ACCOUNT, as = CUSTOMER) => openPage('/profile/settings', { as, api: { ...user, ...api } });

const dialog = page.getByRole('dialog');
const button = (name: string) => page.getByRole('button', { name });
const password = dialog.getByLabelText('Current password', { exact: true });

test('another address is asked for with the password, by keyboard', async () => {
  await open();
  await expect.element(page.getByRole('region', { name: 'Email address' })).toMatchTextContent(CUSTOMER.email);
  await press(button('Change email'));
  await expect.element(dialog.getByLabelText('New email')).toHaveFocus();
  await expectAccessible();
  await userEvent.keyboard('grace@example.com{Tab}the old secret');
  serve({
    ownAccount: {
      requestEmailChange: () => ({ ok: true }),
      get: () => ({ emailChange: CHANGE, dataExport: null, obstacles: [] }),
    },
  });
  await userEvent.keyboard('{Enter}');
  await expectShown('Confirm your new address', toastOf('Check your new mailbox'));
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button('Change email')).toHaveFocus();
  expect(inputsOf('ownAccount.requestEmailChange')).toEqual([
    { email: 'grace@example.com', currentPassword: 'the old secret' },
  ]);
});

test('a wrong password is marked at its field, and a lost answer above the form', async () => {
  await open();
  await button('Change email').click();
  await dialog.getByLabelText('New email').fill('grace@example.com');
  await password.fill('not my password');
  const message = 'This isn’t your current password.';
  serve({ ownAccount: { requestEmailChange: rejecting('BAD_REQUEST', 'Check.', { currentPassword: [message] }) } });
  await dialog.getByRole('button', { name: 'Send link' }).click();
  await expectShown(message);
  serve({ ownAccount: { requestEmailChange: noAnswer } });
  await dialog.getByRole('button', { name: 'Send link' }).click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('No link was sent');
});

test('an open change can be cancelled', async () => {
  await open(withAccount({ emailChange: CHANGE }));
  await expectShown(page.getByText(CHANGE.email, { exact: true }));
  await expectAccessible();
  serve({ ...OWN_ACCOUNT, ownAccount: { ...OWN_ACCOUNT.ownAccount, cancelEmailChange: () => ({ ok: true }) } });
  await button('Cancel change').click();
  await expect.element(page.getByText('Confirm your new address')).not.toBeInTheDocument();
});

test('data is collected, and downloaded once it is there', async () => {
  await open();
  await expectShown(button('Collect my data'));
  const waiting: DataExport = { ...FILE, state: 'waiting', size: null, expiresAt: null };
  serve({
    ownAccount: {
      requestExport() {
        serve(withAccount({ dataExport: waiting }));
        return { ok: true };
      },
    },
  });
  await button('Collect my data').click();
  await expectShown('We’re collecting your data and will email you when it’s ready');
  await expect.element(button('Collect my data')).not.toBeInTheDocument();
  serve(withAccount({ dataExport: FILE }));
  await expectShown(button('Download my data'), button('Collect it again'));
  await expect.element(page.getByText('12 KB, available until')).toBeVisible();
  const { fetch } = window;
  onTestFinished(() => void Object.assign(window, { fetch }));
  const asked = vi.fn(async () => new Response('gone', { status: 404 }));
  Object.assign(window, { fetch: asked });
  await button('Download my data').click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('Your data was not downloaded');
  expect(asked).toHaveBeenCalledWith('/api/data-exports/a-file', expect.anything());
});

test('what must come first is said instead of a button', async () => {
  await open(withAccount({ obstacles: ['There is $5.00 in your account. Withdraw it first.'] }));
  await expectShown('This must come first', 'There is $5.00 in your account. Withdraw it first.');
  await expect.element(button('Delete my account')).not.toBeInTheDocument();
  await expectAccessible();
});

test('a deletion shows on every page until it is cancelled', async () => {
  await open();
  await button('Delete my account').click();
  await password.fill('the old secret');
  await expectAccessible();
  const leaving = { ...CUSTOMER, eraseOn: '2026-12-16' };
  serve({ ownAccount: { requestDeletion: () => ({ ok: true }) }, auth: { profile: () => leaving } });
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expectShown(page.getByText('You can keep it until Wednesday 16 December 2026.').first());
  expect(inputsOf('ownAccount.requestDeletion')).toEqual([{ currentPassword: 'the old secret' }]);
  await openPage('/profile/offline', { as: leaving });
  await expectShown('Your account will be deleted.');
  await expectAccessible();
  serve({ ownAccount: { keep: () => ({ ok: true }) }, auth: { profile: () => CUSTOMER } });
  await button('Keep my account').click();
  await expect.element(page.getByText('Your account will be deleted.')).not.toBeInTheDocument();
  await expectShown(toastOf('You keep your account'));
});
