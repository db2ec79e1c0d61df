import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Api, inputsOf, rejecting, serve } from '../../../tests/components/api.ts';
import { expectAccessible, expectShown } from '../../../tests/components/expectations.ts';
import { HOME } from '../../../tests/components/home.ts';
import { press, typeInto } from '../../../tests/components/keyboard.ts';
import { address, DESKTOP, openPage } from '../../../tests/components/open-page.tsx';
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

test('a key needs a unique name and at least one right', async () => {
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
  former_secret_until: null,
  replay: null,
  created_at: '2026-11-16T10:15:00.000Z',
};

test('a shop adds a webhook, and sees its secret once', async () => {
  await openPage('/profile/developers', { as: SHIPPER, api: withKeys() });
  await expectShown('No webhooks yet.');
  await page.getByRole('button', { name: 'New webhook' }).click();
  await dialog.getByLabelText('Address').fill('shop.example');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expectShown('Enter a public https address on port 443 or 8443.');
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

const DELIVERY = {
  id: '1',
  message_id: '0198c5f0-0000-7000-8000-0000000000c1',
  type: 'shipment.delivered',
  attempt: 2,
  status: 503,
  ms: 12,
  answer: 'Not today',
  problem: '',
  created_at: HOOK.created_at,
};
const withWebhook = (hook = HOOK): Api => ({
  ...withKeys(),
  webhook: { list: () => ({ data: [hook] }), deliveries: () => ({ data: [DELIVERY] }) },
});
const seeDeliveries = () => page.getByRole('button', { name: `Deliveries to ${HOOK.url}` }).click();

test('at the desk the deliveries of a webhook are a panel along the right edge', async () => {
  await openPage('/profile/developers', { as: SHIPPER, size: DESKTOP, api: withWebhook() });
  await seeDeliveries();
  await expectShown(dialog.getByText('503'));
  const { right, top, height } = dialog.element().getBoundingClientRect();
  expect({ right, top, height }).toEqual({
    right: document.documentElement.clientWidth,
    top: 0,
    height: DESKTOP.height,
  });
  await expectAccessible();
});

test('a webhook that fails says why, and is paused, looked into and deleted', async () => {
  await openPage('/profile/developers', { as: SHIPPER, api: withWebhook() });
  await expectShown('Failing', 'It answered 503.');
  await expectAccessible();
  await seeDeliveries();
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

test('what was missed is sent again since a time, by keyboard', async () => {
  await openPage('/profile/developers', { as: SHIPPER, api: withWebhook() });
  await seeDeliveries();
  await press(dialog.getByRole('button', { name: 'Send events again' }));
  await expectShown(dialog.getByText('We send each event since then again'));
  await expectAccessible();
  await dialog.getByLabelText('Since').fill('2026-11-16T11:00');
  serve({ webhook: { replay: () => ({ queued: 1_200 }) } });
  await userEvent.keyboard('{Enter}');
  await expectShown('Sending 1,200 messages again', dialog.getByText('Deliveries', { exact: true }));
  expect(inputsOf('webhook.replay')).toEqual([{ id: HOOK.id, since: '2026-11-16T10:00:00.000Z' }]);
});

test('a webhook shows how many of the events to send again are queued, and follows them', async () => {
  let replay: Webhook['replay'] = { queued: 12_000, total: 70_000 };
  const list = () => ({ data: [{ ...HOOK, replay }] });
  await openPage('/profile/developers', { as: SHIPPER, api: { ...withKeys(), webhook: { list } } });
  await expectShown('Sending events again: 12,000 of 70,000 queued');
  await expectAccessible();
  replay = null;
  await expect.element(page.getByText(/^Sending events again/)).not.toBeInTheDocument();
});

test('a time in which nothing happened says so', async () => {
  await openPage('/profile/developers', { as: SHIPPER, api: withWebhook() });
  await seeDeliveries();
  await dialog.getByRole('button', { name: 'Send events again' }).click();
  await dialog.getByLabelText('Since').fill('');
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expectShown('Since is required.');
  await dialog.getByLabelText('Since').fill('2026-11-16T11:00');
  serve({ webhook: { replay: () => ({ queued: 0 }) } });
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expectShown('Nothing to send');
});

test('one message is sent again', async () => {
  await openPage('/profile/developers', { as: SHIPPER, api: withWebhook() });
  await seeDeliveries();
  const again = dialog.getByRole('button', { name: 'Send shipment.delivered' });
  serve({ webhook: { resend: rejecting('NOT_FOUND', 'This message is no longer kept.') } });
  await again.click();
  await expectShown('The message was not sent again', 'This message is no longer kept.');
  serve({ webhook: { resend: () => ({ queued: 1 }) } });
  await again.click();
  await expectShown('Sending it again');
  expect(inputsOf('webhook.resend').at(-1)).toEqual({ id: HOOK.id, message_id: DELIVERY.message_id });
});

test('nothing is sent again while a webhook is paused', async () => {
  await openPage('/profile/developers', { as: SHIPPER, api: withWebhook({ ...HOOK, state: 'paused' }) });
  await seeDeliveries();
  await expectShown('Turn the webhook on to send events again.');
  await expect.element(dialog.getByRole('button', { name: /again/ })).not.toBeInTheDocument();
});

test('a new secret is asked for, and shown once beside the day the old one ends', async () => {
  const formerUntil = '2026-11-17T09:00:00.000Z';
  await openPage('/profile/developers', {
    as: SHIPPER,
    api: withWebhook({ ...HOOK, former_secret_until: formerUntil }),
  });
  await page.getByRole('button', { name: `New secret for ${HOOK.url}` }).click();
  const question = page.getByRole('alertdialog');
  await expectShown(
    question.getByText('For 24 hours'),
    question.getByText('The one that you replaced before works until then, too.'),
  );
  await expectAccessible();
  serve({ webhook: { rotateSecret: rejecting('INTERNAL_SERVER_ERROR', 'Please try again.') } });
  await question.getByRole('button', { name: 'Make secret' }).click();
  await expectShown('The secret was not replaced');
  serve({
    webhook: { rotateSecret: () => ({ secret: 'whsec_bmV3', former_secret_until: '2026-11-18T09:00:00.000Z' }) },
  });
  await question.getByRole('button', { name: 'Make secret' }).click();
  await expectShown(dialog.getByText('whsec_bmV3'), dialog.getByText('before Wednesday 18/11/2026'));
  await expectAccessible();
  await dialog.getByRole('button', { name: 'I saved it' }).click();
  await expect.element(page.getByText('whsec_bmV3')).not.toBeInTheDocument();
});

test('people who don’t ship are sent home, and have no such tab', async () => {
  await openPage('/profile/developers', { as: CUSTOMER, api: HOME });
  await expect.poll(address).toBe('/');
  await expect.element(page.getByRole('link', { name: 'Developers' })).not.toBeInTheDocument();
});
