/** What every act keeps, page by page: a new act has its row here. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Api, held, inputsOf, type ProcedureName, Rejection, serve } from '../../tests/components/api.ts';
import { HOME, NO_FACTORS, OWN_ACCOUNT } from '../../tests/components/home.ts';
import { press } from '../../tests/components/keyboard.ts';
import { WAITING_USER } from '../../tests/components/managed-users.ts';
import { DESKTOP, openPage } from '../../tests/components/open-page.tsx';
import { CUSTOMER, MANAGER, SHIPPER } from '../../tests/components/people.ts';
import { onePage } from '../../tests/components/shipments.ts';
import type { User } from '../domain/user.ts';

interface Row {
  path: string;
  as: User;
  api: Api;
  /** The name of the button, and of the one in its question or form. */
  button: string | RegExp;
  confirm: string;
  call: ProcedureName;
  /** Each field of its form, by its label. */
  fields?: Record<string, string>;
}

const CREATED = '2026-11-16T10:15:00.000Z';
const ID = '0198c5f0-0000-7000-8000-0000000000a1';
const userPage = {
  path: `/manager/users/${WAITING_USER.id}`,
  as: MANAGER,
  api: { userAdmin: { getUser: () => ({ ...WAITING_USER, verified: true, hasSecondFactor: true }) } },
} satisfies Partial<Row>;
const settings = {
  path: '/profile/settings',
  as: CUSTOMER,
  api: {
    ...OWN_ACCOUNT,
    user: {
      getSessions: () => [
        { id: ID, device: 'Firefox', network: '', createdAt: CREATED, lastSeenAt: CREATED, current: false },
      ],
    },
    factor: {
      ...NO_FACTORS.factor,
      getFactors: () => ({
        passkeys: [{ id: ID, name: 'Blue key', createdAt: CREATED, lastUsedAt: null, synced: false }],
        authenticator: { createdAt: CREATED, lastUsedAt: null },
        recoveryCodes: 3,
        required: false,
        resetAt: null,
      }),
    },
  },
} satisfies Partial<Row>;
const programs = {
  path: '/profile/developers',
  as: SHIPPER,
  api: {
    apiKey: {
      list: () => [
        {
          id: ID,
          name: 'Web shop',
          ending: 'x7Qa',
          kind: 'test' as const,
          scopes: [],
          createdAt: CREATED,
          lastUsedAt: null,
          expiresAt: null,
        },
      ],
    },
    webhook: {
      list: () => ({
        data: [
          {
            id: ID,
            url: 'https://shop.example/hook',
            events: [],
            state: 'on' as const,
            test: false,
            problem: '',
            former_secret_until: null,
            replay: null,
            created_at: CREATED,
          },
        ],
      }),
    },
  },
} satisfies Partial<Row>;
const rates = {
  path: '/manager/rates',
  as: MANAGER,
  api: {
    rateAdmin: {
      list: () => [{ id: ID, userId: null, maxGrams: 2_000, country: 'Sweden', postcode: '', fee: 5.9 }],
      shops: () => [],
      getCod: () => ({ limit: 500 }),
    },
  },
} satisfies Partial<Row>;
const pickups = {
  path: '/shipping/labels',
  as: SHIPPER,
  api: {
    ...HOME,
    shipper: { getUnprinted: () => onePage([]), getPickups: () => ({ data: [], address: 'Kaj 1, Göteborg' }) },
    shipment: { getShipments: () => onePage([]) },
  },
} satisfies Partial<Row>;

const ROWS: Row[] = [
  { ...userPage, button: 'Remove passkeys and codes', confirm: 'Remove in 24 hours', call: 'userAdmin.resetFactors' },
  { ...userPage, button: 'End all sessions', confirm: 'End sessions', call: 'userAdmin.endSessions' },
  { ...userPage, button: 'Deactivate', confirm: 'Deactivate', call: 'userAdmin.deactivateUser' },
  { ...userPage, button: 'Delete user', confirm: 'Delete', call: 'userAdmin.deleteUser' },
  { ...settings, button: /^End Firefox/, confirm: 'End', call: 'user.endSession' },
  { ...settings, button: 'End all others', confirm: 'End all others', call: 'user.endOtherSessions' },
  { ...settings, button: 'Remove Blue key', confirm: 'Remove', call: 'factor.removePasskey' },
  { ...settings, button: 'Remove app', confirm: 'Remove', call: 'factor.removeAuthenticator' },
  { ...settings, button: 'Make new codes', confirm: 'Make codes', call: 'factor.replaceRecoveryCodes' },
  { ...programs, button: 'Revoke Web shop', confirm: 'Revoke', call: 'apiKey.revoke' },
  { ...programs, button: 'New key', confirm: 'Make key', call: 'apiKey.create', fields: { Name: 'Till' } },
  { ...programs, button: 'Delete https://shop.example/hook', confirm: 'Delete', call: 'webhook.remove' },
  {
    ...programs,
    button: 'New webhook',
    confirm: 'Add webhook',
    call: 'webhook.create',
    fields: { Address: 'https://till.example/hook' },
  },
  { ...rates, button: 'Delete Sweden, up to 2 kg', confirm: 'Delete', call: 'rateAdmin.delete' },
  {
    ...rates,
    button: 'Add rate',
    confirm: 'Save rate',
    call: 'rateAdmin.save',
    fields: { 'Up to (kg)': '2', 'Fee ($)': '5.90' },
  },
  {
    ...pickups,
    button: 'Ask for a pickup',
    confirm: 'Ask for a pickup',
    call: 'shipper.createPickup',
    fields: { 'Note for the courier': 'At the back' },
  },
];

const REASON = 'Somebody else was faster.';

test.each(ROWS)('$call asks first, says why it failed, and is sent once', async (row) => {
  const { path, as, api, button, confirm, call, fields = {} } = row;
  const [router = '', name = ''] = call.split('.');
  await openPage(path, { as, api, size: DESKTOP });
  const opener = page.getByRole('button', { name: button, exact: true });
  const dialog = page.getByRole(row.fields ? 'dialog' : 'alertdialog');
  const send = dialog.getByRole('button', { name: confirm, exact: true });
  const expectTyped = async () => {
    for (const [label, typed] of Object.entries(fields))
      await expect.element(dialog.getByLabelText(label, { exact: true })).toHaveValue(typed);
  };

  await press(opener);
  await expect.element(send).toBeVisible();
  for (const [label, text] of Object.entries(fields)) await dialog.getByLabelText(label, { exact: true }).fill(text);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  expect(inputsOf(call)).toEqual([]);

  await opener.click();
  for (const [label, text] of Object.entries(fields)) await dialog.getByLabelText(label, { exact: true }).fill(text);
  const refused = () => {
    throw new Rejection('PRECONDITION_FAILED', REASON);
  };
  serve({ [router]: { [name]: refused } });
  await send.click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(REASON);
  await expectTyped();

  const answer = held<never>();
  serve({ [router]: { [name]: answer.answer } });
  await send.dblClick();
  await expect.poll(() => inputsOf(call)).toHaveLength(2);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  answer.reject(new Rejection('PRECONDITION_FAILED', REASON));
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(REASON);
  expect(inputsOf(call)).toHaveLength(2);
});
