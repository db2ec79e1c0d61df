import type { Locator } from '@playwright/test';
import { type ConnectedShop, deletionOf, signedMessage, wooOrder } from '../support/shop-orders.ts';
import { expect, openAs, test, withoutWorker } from './support/journey.ts';

const ORDERS = 50;
const HEADS =
  'Order reference;Full name;Email;Phone;Address line 1;City;Postcode;Country;Contents;Weight;Length;Width;Height';
const FILE = [
  HEADS,
  ...Array.from({ length: ORDERS }, (_, at) =>
    [
      ...[`#${1001 + at}`, `Åsa Öberg ${at + 1}`, `asa.${at + 1}@example.com`, '+46 31 555 0192', `Kaj ${at + 1}`],
      ...['Göteborg', '411 04', 'SE', 'Books', '0,85', '30', '20', '5'],
    ].join(';'),
  ),
].join('\r\n');

test('a shop sends 50 orders with their labels in at most 12 taps', async ({ app, page }) => {
  await withoutWorker(page);
  const shop = { email: 'shop@example.com', roles: ['shipper' as const], phone: '+46 31 555 0100' };
  const { email, id } = await app.person(shop);
  const manager = await app.person({ email: 'shop.manager@example.com', manager: true });
  await app.call(manager.email, 'rateAdmin.save', { maxGrams: 1_000, country: 'Sweden', fee: 5.9 });
  await openAs(page, email, '/shipping');
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.click();
  };
  await tap(page.getByRole('link', { name: 'Import CSV' }));
  // The button, and the file in the system’s dialog.
  taps += 2;
  const file = { name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE, 'latin1') };
  await page.getByLabel('Choose a CSV file').setInputFiles(file);
  for (const unit of ['Kilograms', 'Centimetres']) await tap(page.getByRole('radio', { name: unit }));
  await tap(page.getByRole('button', { name: 'Import 50 drafts' }));
  await tap(page.getByRole('button', { name: 'Select all ready (50)' }));
  await expect(page.getByText('50 drafts selected, $295.00')).toBeVisible();
  await tap(page.getByRole('button', { name: 'Create 50 shipments' }));
  await tap(page.getByRole('alertdialog').getByRole('button', { name: 'Create' }));
  await tap(page.getByRole('button', { name: 'Print labels' }));
  await expect(page.getByText('50 labels', { exact: true })).toBeVisible();
  await page.evaluate(() => Object.assign(window, { print: () => undefined }));
  await tap(page.getByRole('dialog').getByRole('button', { name: 'Print', exact: true }));
  expect(taps).toBeLessThanOrEqual(12);

  const shipments = await app.database.query<{ name: string; fee: string }>(
    `select receiver_name as name, fee_cents as fee from shipments
     where sender_id = $1 and reference like '#%' and receiver_country = 'Sweden'`,
    [id],
  );
  expect(shipments).toHaveLength(ORDERS);
  expect(shipments).toContainEqual({ name: 'Åsa Öberg 50', fee: '590' });
  await expect
    .poll(() =>
      app.database.query('select from print_items join shipments s on s.id = shipment_id where s.sender_id = $1', [id]),
    )
    .toHaveLength(ORDERS);
  await page.goto('/shipping/labels');
  await expect(page.getByText('Every shipment has its label.')).toBeVisible();
});

test('an open page of drafts shows an order, and loses it once it is deleted', async ({ app, page }) => {
  await withoutWorker(page);
  const shop = { email: 'live.shop@example.com', roles: ['shipper' as const], phone: '+46 31 555 0100' };
  const { email } = await app.person(shop);
  const made = await app.call<{ id: string; secret: string }>(email, 'shopConnection.connect', { kind: 'woocommerce' });
  const connected: ConnectedShop = { ...made, kind: 'woocommerce' };
  const send = async ({ url, headers, payload }: ReturnType<typeof signedMessage>) => {
    const response = await fetch(`${app.url}${url}`, { method: 'POST', headers, body: payload });
    return (await response.json()) as unknown;
  };
  const followed = page.waitForResponse((response) => response.url().includes('live.follow'));
  await openAs(page, email, '/shipping/drafts');
  await expect(page.getByText('No drafts here.')).toBeVisible();
  await followed;
  expect(await send(signedMessage(connected, wooOrder(1_042)))).toEqual({ result: 'draft' });
  await expect(page.getByRole('checkbox', { name: 'Select 1042' })).toBeVisible();
  expect(await send(deletionOf(connected, wooOrder(1_042)))).toEqual({ result: 'cancelled' });
  await expect(page.getByText('No drafts here.')).toBeVisible();
});
