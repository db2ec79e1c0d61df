import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { setTheme } from '../../../tests/components/courier-phone.ts';
import { setOnline } from '../../../tests/components/device.ts';
import { expectAccessible, expectShown } from '../../../tests/components/expectations.ts';
import { serveFile } from '../../../tests/components/fetch.ts';
import { newSigner } from '../../../tests/components/handover.ts';
import { openPage, PHONE } from '../../../tests/components/open-page.tsx';
import { CUSTOMER } from '../../../tests/components/people.ts';
import { DETAILS, TRACKING_ID } from '../../../tests/components/shipments.ts';
import { paths } from '../../domain/paths.ts';
import { MAX_RECEIPT_BYTES, type Receipt } from '../../domain/receipt.ts';

const signer = await newSigner();
const RUN_ID = '0198c5f0-0000-7000-9000-0000000000aa';

test.each(['light', 'dark'])('the receiver’s QR code is dark on light in a %s theme', async (theme) => {
  const token = await signer.tokenFor({ trackingId: TRACKING_ID, runId: RUN_ID });
  const shipment = { ...DETAILS, status: 'delivery', handover: { token, digits: '4821937' } } as const;
  const api = { shipment: { getShipmentByTrackingId: () => shipment }, bill: { getBills: () => [] } };
  await page.viewport(PHONE.width, PHONE.height);
  await openPage(paths.trackedShipment(TRACKING_ID), { api });
  await setTheme(theme);
  await expectShown(page.getByRole('heading', { name: 'Your code for the courier' }), '4821 937');
  const code = document.querySelector('#handover ~ div > svg');
  const { fill, backgroundColor } = getComputedStyle(code ?? document.body);
  expect([fill, backgroundColor]).toEqual(['rgb(20, 23, 28)', 'rgb(255, 255, 255)']);
  expect(code?.getBoundingClientRect().width).toBeGreaterThan(340);
  await expectAccessible();
});

const RECEIPT: Receipt = {
  iss: 'https://waybill.example',
  trackingId: TRACKING_ID,
  outcome: 'delivered',
  method: 'recipient',
  code: 'qr',
  deliveredAt: '2026-11-25T12:00:00.000Z',
  reportedAt: '2026-11-25T12:05:00.000Z',
  proofs: [{ kind: 'photo', sha256: '0f'.repeat(32) }],
};
const encode = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
const text = (content: unknown) => encode(new TextEncoder().encode(JSON.stringify(content)));

async function signed(header: object, receipt: object = RECEIPT) {
  const body = `${text(header)}.${text(receipt)}`;
  return `${body}.${encode(await signer.sign(new TextEncoder().encode(body)))}`;
}
const choose = (content: string) =>
  userEvent.upload(page.getByLabelText('Choose a receipt'), new File([content], 'receipt.jws'));

test('a receipt is verified, and nothing else is called genuine', async () => {
  serveFile(paths.signingKeys, () => Response.json({ keys: [{ ...signer.jwk, kid: 'one' }] }));
  await openPage(paths.receipt);
  const good = await signed({ alg: 'ES256', kid: 'one' });
  await choose(good);
  await expectShown('This receipt is genuine', 'Delivered to the recipient', '0f'.repeat(32));
  await expectAccessible();
  const [header, payload, signature] = good.split('.');
  const altered = text({ ...RECEIPT, trackingId: 'W00000000000' });
  const notGenuine = [
    `${header}.${altered}.${signature}`,
    `${header}.${payload}.`,
    await signed({ alg: 'ES256', kid: 'unknown' }),
  ];
  for (const one of notGenuine) {
    await choose(one);
    await expectShown('This receipt is not genuine');
    await choose('back');
    await expectShown('This is not a receipt');
  }
  const none = [
    await signed({ alg: 'none', kid: 'one' }),
    await signed({ alg: 'ES256', kid: 'one' }, { trackingId: 1 }),
    `${good}.${good}`,
    `${good}${' '.repeat(MAX_RECEIPT_BYTES)}`,
    '[['.repeat(5_000),
    '',
  ];
  for (const one of none) {
    await choose(good);
    await expectShown('This receipt is genuine');
    await choose(one);
    await expectShown('This is not a receipt');
  }
});

test('who sees a delivered parcel opens its receipt, which its address carries', async () => {
  serveFile(paths.signingKeys, () => Response.json({ keys: [{ ...signer.jwk, kid: 'one' }] }));
  const jws = await signed({ alg: 'ES256', kid: 'one' });
  const shipment = { ...DETAILS, status: 'delivered', viewer: 'owner' } as const;
  const api = { shipment: { getShipmentByTrackingId: () => shipment, getReceipt: () => ({ jws }) } };
  await openPage(paths.trackedShipment(TRACKING_ID, { detailed: true }), {
    as: CUSTOMER,
    api: { ...api, bill: { getBills: () => [] } },
  });
  await page.getByRole('button', { name: 'Show receipt' }).click();
  await expectShown('This receipt is genuine', 'Delivered to the recipient');
  expect(location.hash).toBe(`#${jws}`);
  // Anybody could print a QR code with a signature of their own.
  await openPage(paths.receiptOf(`${jws}x`));
  await expectShown('This receipt is not genuine');
});

test('without a network or the keys, a receipt is not judged', async () => {
  setOnline(false);
  onTestFinished(() => setOnline(true));
  await openPage(paths.receipt);
  await choose(await signed({ alg: 'ES256', kid: 'one' }));
  await expectShown('Can’t verify it yet');
});
