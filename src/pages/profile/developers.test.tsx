import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Api, inputsOf, rejecting, serve } from '../../../tests/components/api.ts';
import { expectAccessible, expectShown } from '../../../tests/components/expectations.ts';
import { HOME } from '../../../tests/components/home.ts';
import { press, typeInto } from '../../../tests/components/keyboard.ts';
import { address, openPage } from '../../../tests/components/open-page.tsx';
import { CUSTOMER, SHIPPER } from '../../../tests/components/people.ts';
import type { ApiKey } from '../../domain/api-key.ts';
import { WEBHOOK_EVENTS, type Webhook } from '../../domain/webhook.ts';

const KEY: ApiKey = {
  id: '0198c5f0-0000-7000-8000-0000000000a1',
  name: 'Web shop',
  ending: 'x7Qa',
  kind: 'test',
  scopes: ['shipments:read', 'shipments:write'],
  createdAt: '2026-11-16T10:15:00.000Z',
  lastUsedAt: null,
  expiresAt: '2027-11-16T10:15:00.000Z',
};
const SECRET = `wb_test_${'k'.repeat(43)}`;
const withKeys = (...keys: ApiKey[]): Api => ({
  apiKey: { list: () => keys },
  webhook: { list: () => ({ data: [] }) },
});
const dialog = page.getByRole('dialog');
const newKey = page.getByRole('button', { name: 'New key' });

test('a shop makes a key by keyboard alone, and sees it once', async () => {
  await openPage('/profile/developers', { as: SHIPPER, api: withKeys() });
  await expectShown('No keys yet.');
  await expectAccessible();
  await press(newKey);
  await typeInto(dialog.getByLabelText('Name'), 'Web shop');
  await expectAccessible();
  serve({ apiKey: { create: () => ({ id: KEY.id, secret: SECRET }), list: () => [KEY] } });
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText(SECRET)).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('button', { name: 'I saved it' }).click();
  await expectShown('wb_test_…x7Qa', 'Not used yet', page.getByText('Test', { exact: true }));
  await expect.element(page.getByText(SECRET)).not.toBeInTheDocument();
  const scopes = ['shipments:read', 'shipments:write'];
  expect(inputsOf('apiKey.create')).toEqual([{ name: 'Web shop', kind: 'test', scopes, life: 'year' }]);
});

test('a key needs a name of its own and at least one right', async () => {
  await openPage('/profile/developers', { as: SHIPPER, api: withKeys(KEY) });
  await newKey.click();
  for (const right of ['Read shipments', 'Create, change']) await dialog.getByLabelText(right).click();
  await dialog.getByRole('button', { name: 'Make key' }).click();
  await expectShown('Name is required.', 'Choose at least one right.');
  await dialog.getByLabelText('Manage webhooks').click();
  const message = 'You already have a key with this name.';
  serve({ apiKey: { create: rejecting('BAD_REQUEST', 'Please check.', { name: [message] }) } });
  await dialog.getByLabelText('Name').fill('Web shop');
  await dialog.getByRole('button', { name: 'Make key' }).click();
  await expect.element(dialog.getByText(message)).toBeVisible();
});

test('a key is revoked after being asked', async () => {
  await openPage('/profile/developers', { as: SHIPPER, api: withKeys(KEY) });
  await page.getByRole('button', { name: 'Revoke Web shop' }).click();
  serve({ apiKey: { revoke: () => ({ ok: true }), list: () => [] } });
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expectShown('No keys yet.');
  expect(inputsOf('apiKey.revoke')).toEqual([{ id: KEY.id }]);
});

const HOOK: Webhook = {
  id: '0198c5f0-0000-7000-8000-0000000000b1',
  url: 'https://shop.example/hook',
  events: ['shipment.delivered'],
  state: 'failing',
  test: false,
  problem: 'It answered 503.',
  created_at: '2026-11-16T10:15:00.000Z',
};

test('a shop adds a webhook, and sees its secret once', async () => {
  await openPage('/profile/developers', { as: SHIPPER, api: withKeys() });
  await expectShown('No webhooks yet.');
  await page.getByRole('button', { name: 'New webhook' }).click();
  await dialog.getByLabelText('Address').fill('shop.example');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expectShown('Enter an https address on port 443 or 8443.');
  await expectAccessible();
  await dialog.getByLabelText('Address').fill(HOOK.url);
  const created = { ...HOOK, state: 'on' as const, problem: '', secret: 'whsec_a2V5' };
  serve({ webhook: { create: () => created, list: () => ({ data: [created] }) } });
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect.element(dialog.getByText('whsec_a2V5')).toBeVisible();
  await dialog.getByRole('button', { name: 'I saved it' }).click();
  await expectShown(page.getByText('On', { exact: true }));
  expect(inputsOf('webhook.create')).toEqual([{ url: HOOK.url, kind: 'live', events: [...WEBHOOK_EVENTS] }]);
});

test('a webhook that fails says why, and is paused, looked into and deleted', async () => {
  const delivery = { id: '1', message_id: '2', type: 'shipment.delivered', attempt: 2, status: 503, ms: 12 };
  const data = [{ ...delivery, answer: 'Not today', problem: '', created_at: HOOK.created_at }];
  const webhook = { list: () => ({ data: [HOOK] }), deliveries: () => ({ data }) };
  await openPage('/profile/developers', { as: SHIPPER, api: { ...withKeys(), webhook } });
  await expectShown('Failing', 'It answered 503.');
  await expectAccessible();
  await page.getByRole('button', { name: `Deliveries to ${HOOK.url}` }).click();
  await expectShown(dialog.getByText('503'), 'Not today · Attempt 2 · 12 ms');
  await expectAccessible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  let hooks = [{ ...HOOK, state: 'paused' as const }];
  const remove = () => {
    hooks = [];
    return { ok: true as const };
  };
  serve({ webhook: { change: () => ({ ok: true }), list: () => ({ data: hooks }), remove } });
  await page.getByRole('button', { name: `Pause ${HOOK.url}` }).click();
  await expectShown('Paused');
  await page.getByRole('button', { name: `Delete ${HOOK.url}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectShown('No webhooks yet.');
  expect(inputsOf('webhook.change')).toEqual([{ id: HOOK.id, state: 'paused' }]);
});

test('whoever doesn’t ship is sent home, and has no such tab', async () => {
  await openPage('/profile/developers', { as: CUSTOMER, api: HOME });
  await expect.poll(address).toBe('/');
  await expect.element(page.getByRole('link', { name: 'Developers' })).not.toBeInTheDocument();
});
