import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { inputsOf, serve } from '../../../../tests/components/api.ts';
import { readDescriptions } from '../../../../tests/components/descriptions.ts';
import { expectAccessible, expectShown } from '../../../../tests/components/expectations.ts';
import { fill } from '../../../../tests/components/fill.ts';
import { GENERAL_ACCOUNT } from '../../../../tests/components/managed-money.ts';
import { address, openPage, TABLET } from '../../../../tests/components/open-page.tsx';
import { MANAGER } from '../../../../tests/components/people.ts';
import { onePage } from '../../../../tests/components/shipments.ts';
import type { BankAccount } from '../../../domain/bank-account.ts';
import type { WindowRecord } from '../../../domain/runs/views.ts';

const NO_WINDOWS: WindowRecord = { share: null, checks: 0, isOn: true };

const openSettings = (view = '', account: BankAccount | null = null, windows = NO_WINDOWS) => {
  const transactionAdmin = { getFallbackBankAccount: () => account };
  const api = { transactionAdmin, runAdmin: { windows: () => windows }, auditAdmin: { getEntries: () => onePage([]) } };
  return openPage(`/manager/settings${view}`, { as: MANAGER, size: TABLET, api });
};

const actions = page.getByRole('group', { name: 'Bank account actions' });
const LABELS = ['Account name', 'Bank name', 'Account number', 'Routing number'];

test('a missing general bank account is added, once all fields are there', async () => {
  await openSettings();
  await expectShown(page.getByRole('heading', { name: 'Settings' }), 'No bank account yet.');
  await expect.element(actions.getByRole('link', { name: 'Delete bank account' })).not.toBeInTheDocument();
  await actions.getByRole('link', { name: 'Add bank account' }).click();
  await expect.poll(address).toBe('/manager/settings?view=update-bank-account');
  const panel = page.getByRole('region', { name: 'Add bank account' });
  await panel.getByRole('button', { name: 'Add bank account' }).click();
  for (const label of LABELS) await expect.element(panel.getByText(`${label} is required.`)).toBeVisible();
  await expectAccessible();

  const { accountName, bankName, accountNumber, routingNumber } = GENERAL_ACCOUNT;
  const values = [accountName, bankName, accountNumber, routingNumber];
  await fill(Object.fromEntries(LABELS.map((label, place) => [label, values[place] ?? ''])));
  const entry = {
    id: MANAGER.id,
    createdAt: '2026-11-18T09:00:00.000Z',
    actor: { id: MANAGER.id, name: 'Mina Lovelace' },
    entity: 'bank-account' as const,
    entityId: GENERAL_ACCOUNT.id,
    before: null,
    after: { accountName },
    procedure: 'transactionAdmin.createFallbackBankAccount',
  };
  const createFallbackBankAccount = () => ({ id: GENERAL_ACCOUNT.id });
  serve({ transactionAdmin: { createFallbackBankAccount, getFallbackBankAccount: () => GENERAL_ACCOUNT } });
  serve({ auditAdmin: { getEntries: () => onePage([entry]) } });
  await panel.getByRole('button', { name: 'Add bank account' }).click();
  await expect.poll(address).toBe('/manager/settings');
  await expect.poll(readDescriptions).toMatchObject({ 'Account name': 'Waybill General' });
  await expect.element(page.getByText('Mina Lovelace created the bank account')).toBeVisible();
  const sent = { accountName, bankName, accountNumber, routingNumber };
  expect(inputsOf('transactionAdmin.createFallbackBankAccount')).toMatchObject([sent]);
});

test('the general bank account is changed, starting from what it is', async () => {
  await openSettings('?view=update-bank-account', GENERAL_ACCOUNT);
  const panel = page.getByRole('region', { name: 'Update bank account' });
  await expect.element(panel.getByLabelText('Account name')).toHaveValue('Waybill General');
  await panel.getByLabelText('Account name').fill('Waybill Couriers');
  const renamed = { ...GENERAL_ACCOUNT, accountName: 'Waybill Couriers' };
  serve({ transactionAdmin: { updateBankAccount: () => ({ ok: true }), getFallbackBankAccount: () => renamed } });
  await panel.getByRole('button', { name: 'Update bank account' }).click();
  await expect.poll(readDescriptions).toMatchObject({ 'Account name': 'Waybill Couriers' });
  await expect.element(panel).not.toBeInTheDocument();
  expect(inputsOf('transactionAdmin.updateBankAccount')).toMatchObject([
    { id: GENERAL_ACCOUNT.id, accountName: 'Waybill Couriers', base: { accountName: 'Waybill General' } },
  ]);
});

test('deleting the general bank account asks first', async () => {
  await openSettings('', GENERAL_ACCOUNT);
  await actions.getByRole('link', { name: 'Delete bank account' }).click();
  await expect.poll(address).toBe(`/manager/settings?view=delete-bank-account&id=${GENERAL_ACCOUNT.id}`);
  const question = page.getByRole('alertdialog', { name: 'Delete bank account' });
  await expect.element(question).toMatchTextContent('Users without a special account will see no bank details.');
  serve({ transactionAdmin: { deleteBankAccount: () => ({ ok: true }), getFallbackBankAccount: () => null } });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('No bank account yet.')).toBeVisible();
  await expect.element(question).not.toBeInTheDocument();
  expect(inputsOf('transactionAdmin.deleteBankAccount')).toEqual([{ id: GENERAL_ACCOUNT.id }]);
});

test.each<[sentence: string, record: WindowRecord]>([
  ['Receivers see theirs. How well they hold is known after 50, and so far there are none.', NO_WINDOWS],
  [
    'Receivers see theirs. How well they hold is known after 50, and so far there are 12.',
    { ...NO_WINDOWS, checks: 12 },
  ],
  [
    '92% of the last 412 windows held (90% wanted), and receivers see theirs.',
    { share: 0.924, checks: 412, isOn: true },
  ],
  [
    '79% of the last 500 windows held (90% wanted), so receivers see none until 80% hold.',
    { share: 0.798, checks: 500, isOn: false },
  ],
])('“%s”', async (sentence, record) => {
  await openSettings('', null, record);
  const section = page.getByRole('region', { name: 'Delivery windows' });
  await expect.element(section.getByText(sentence, { exact: true })).toBeVisible();
  await expectAccessible();
});
