import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { type MessagePreview, PREVIEWS, type Preview } from '../../src/domain/message-preview.ts';
import { SHIPMENT_STATUSES } from '../../src/domain/shipment-status.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer({
  environment: {
    SMS_URL: 'https://gateway.example/send',
    SMS_TOKEN: 'AC1:secret',
    SMS_FROM: 'North',
    SMS_EVENTS: 'out,code',
    MAIL_ABOVE: 'Closed on <Monday>.',
    MAIL_BELOW: 'We plant trees.',
  },
});
const manager = await server.signInAs('manager');
const preview = async (message: Preview): Promise<MessagePreview> =>
  (await server.call('mail.preview', { message }, { as: manager })).data;
const open = (url: string) => server.request({ method: 'GET', url, remoteAddress: server.newAddress() });

/** What needs its own event to have happened; all others show a parcel or the manager's account. */
const UNSEEN: readonly Preview[] = [
  ...([
    'status-summary',
    'arrived',
    'two-stops',
    'choice-made',
    'cod-receipt',
    'delivery-proof',
    'return-collection',
  ] as const),
  ...(['payment-required', 'statement', 'payment-reminder', 'withdrawal', 'message', 'verify-email'] as const),
  ...(['change-email', 'email-changed', 'new-sign-in', 'factor-reset'] as const),
  ...(['deletion-requested', 'deletion-stopped', 'data-ready', 'webhook-off', 'pickup-arranged'] as const),
  ...([
    'pickup-declined',
    'orders-changed',
    'pickup-incomplete',
    'return-asked',
    'code',
    'day-sheet',
    'week-report',
  ] as const),
];

it('shows every message with the newest parcel or account, its codes masked', async () => {
  await server.parcel({ description: 'Older' });
  const parcel = await server.parcel({ description: 'A <b>lamp</b>' });
  const without: Preview[] = [];
  for (const message of PREVIEWS) {
    const { mail } = await preview(message);
    if (!mail) without.push(message);
    if (!mail || !(SHIPMENT_STATUSES as readonly string[]).includes(message)) continue;
    expect(mail.subject).toContain('A <b>lamp</b>');
    expect(mail.text).toContain(`/track/${parcel.trackingId}#code=************`);
    expect(mail.text).not.toContain(parcel.receiverCode);
  }
  expect(without.toSorted()).toEqual(UNSEEN.toSorted());

  const body = 'With **care**';
  await server.call('mail.send', { receiver: 'maja@example.com', subject: 'Hello', body }, { as: manager });
  expect((await preview('message')).mail).toMatchObject({ receiver: 'maja@example.com', subject: 'Hello' });
});

it('shows the texts that the brand sends, with a masked link', async () => {
  const text = 'Waybill: Your parcel is out for delivery today. http://waybill.test/s/********';
  expect((await preview('delivery')).sms).toBe(text);
  expect((await preview('code')).sms).toMatch(/^Waybill: .*\/s\/\*{8}$/);
  for (const message of ['held', 'delivery-attempted', 'arrived'] as const)
    expect((await preview(message)).sms).toBeNull();
});

it('shows the email itself in a frame that runs nothing, for ten minutes', async () => {
  const page = (await preview('delivery')).mail?.page ?? '';
  const { statusCode, headers, body } = await open(page);
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({ 'cache-control': 'private, no-store', 'x-frame-options': 'SAMEORIGIN' });
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*sandbox/);
  for (const part of ['A &lt;b&gt;lamp&lt;/b&gt;', 'Closed on &lt;Monday&gt;.', 'We plant trees.'])
    expect(body).toContain(part);
  const [, , , , message, userId, expiresAt, signature] = page.split('/');
  const lookAlikes = [
    ['held', userId, expiresAt, signature],
    [message, randomUUID(), expiresAt, signature],
    [message, userId, Number(expiresAt) + 1, signature],
    [message, userId, expiresAt, signature?.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))],
  ];
  for (const parts of lookAlikes)
    expect((await open(`/v1/emails/preview/${parts.join('/')}`)).statusCode, parts.join('/')).toBe(404);
  const past = server.services.secrets.signLink(`preview.delivery.${manager.id}`, 1_000_000_000_000);
  expect((await open(`/v1/emails/preview/delivery/${manager.id}/1000000000000/${past}`)).statusCode).toBe(404);
});

it('is not shown by a link any more once its manager is none', async () => {
  const former = await server.signInAs('manager');
  const page = (await server.call('mail.preview', { message: 'delivery' }, { as: former })).data.mail?.page ?? '';
  expect((await open(page)).statusCode).toBe(200);
  await server.call('userAdmin.setRoles', { id: former.id, roles: [], base: ['manager'] }, { as: manager });
  expect((await open(page)).statusCode).toBe(404);
});
