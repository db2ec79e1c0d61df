import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type Api, inputsOf, rejecting } from '../../tests/components/api.ts';
import { asBrand } from '../../tests/components/brand.ts';
import { DESK } from '../../tests/components/desk.ts';
import { expectAccessible, expectLink } from '../../tests/components/expectations.ts';
import { address, openPage } from '../../tests/components/open-page.tsx';
import { CUSTOMER, MANAGER } from '../../tests/components/people.ts';
import { ACTIVITY, DETAILS, MANAGED, OVERVIEW, TRACKING_ID } from '../../tests/components/shipments.ts';
import { storeGrant } from '../api/shipment-grants.ts';
import { texts } from '../domain/errors.ts';
import type { TrackedShipment } from '../domain/shipment.ts';

const path = `/invoice/${TRACKING_ID}`;
const managedPath = `/manager/shipments/${MANAGED.id}/invoice`;
const sheet = page.getByRole('article', { name: 'Commercial Invoice' });
const shows = (shipment: TrackedShipment): Api => ({ shipment: { getShipmentByTrackingId: () => shipment } });

const words = () => sheet.element().textContent.replace(/\s+/g, ' ');
const IN_FULL = [
  ...[DETAILS.senderName, DETAILS.senderEmail, DETAILS.senderPhone],
  ...[DETAILS.receiverName, DETAILS.receiverEmail, DETAILS.receiverPhone, DETAILS.shipTo],
];

async function expectInFull(): Promise<void> {
  await expect.element(sheet).toBeVisible();
  for (const part of IN_FULL) expect(words()).toContain(part);
  await expect.element(page.getByText('Enter code')).not.toBeInTheDocument();
}

test('a brand’s invoice has its address, phone, letter and currency', async () => {
  asBrand({
    letter: 'Q',
    support: 'hello@quick.example',
    phone: '+81 3 555 01 00',
    dialed: '+8135550100',
    currency: 'EUR',
  });
  await openPage(path, { api: shows(OVERVIEW) });
  await expectLink(sheet.getByRole('link', { name: 'hello@quick.example' }), 'mailto:hello@quick.example');
  await expectLink(sheet.getByRole('link', { name: '+81 3 555 01 00' }), 'tel:+8135550100');
  for (const part of ['Value (€)', '€1,840.00', 'Shipping fee (€)', '€2,052.50']) expect(words()).toContain(part);
  expect(words()).toMatch(/^Q/);
  expect(words()).not.toMatch(/\$/);
});

test('a visitor gets an invoice without names and addresses', async () => {
  await openPage(path, { api: shows(OVERVIEW) });
  await expect.element(page.getByRole('heading', { name: 'Commercial Invoice', level: 1 })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'support@localhost' })).toBeVisible();
  const said = [
    ...[OVERVIEW.senderName, OVERVIEW.receiverName, 'Portugal', 'Sweden', 'Special Cargo', '12 x 55in', '31.4 kg'],
    ...['Monday 16/11/2026', '$1,840.00', '$212.50', '$2,052.50'],
  ];
  for (const part of said) expect(words()).toContain(part);
  await expect.poll(() => sheet.getByText('$1,840.00').elements()).toHaveLength(2);
  await expect.poll(() => sheet.getByRole('img', { name: 'W482 07K1 59XQ' }).elements()).toHaveLength(2);
  await expect.element(page.getByText('Ship To')).not.toBeInTheDocument();
  for (const part of IN_FULL) expect(document.body.textContent).not.toContain(part);
  await expect.element(page.getByText(/^Names are masked/)).toBeVisible();
  await expectAccessible();
});

test('an invoice is nothing but its sheet, and names no company', async () => {
  await openPage(path, { api: shows(OVERVIEW) });
  await expect.element(sheet).toBeVisible();
  for (const landmark of ['banner', 'navigation', 'contentinfo'] as const) {
    await expect.element(page.getByRole(landmark)).not.toBeInTheDocument();
  }
  await expect.element(page.getByRole('button', { name: 'Open menu' })).not.toBeInTheDocument();
  expect(document.body.textContent).not.toContain('Waybill');
  expect(document.title).toBe(`Invoice-${TRACKING_ID}`);
  const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name=${name}]`)?.content;
  expect(meta('robots')).toBe('noindex');
  expect(meta('description')).toContain('W482 07K1 59XQ');
});

test('a picture that cannot be made shows an error, and printing still works', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((callback) => callback(null));
  const print = vi.spyOn(window, 'print').mockReturnValue();
  await openPage(path, { api: shows(OVERVIEW) });
  await page.getByRole('button', { name: 'Download' }).click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('Download failed');
  expect(document.querySelector('.invoice-stage')).toBeNull();
  await expectAccessible();
  await page.getByRole('button', { name: 'Print' }).click();
  expect(print).toHaveBeenCalledOnce();
});

test('a shipment’s page leads to its invoice, and back', async () => {
  await openPage(`/track/${TRACKING_ID}`, { api: shows(OVERVIEW) });
  await page.getByRole('link', { name: 'Print invoice' }).click();
  await expect.element(sheet).toBeVisible();
  expect(address()).toBe(path);
  await page.getByRole('link', { name: 'Track shipment' }).click();
  await expect.element(page.getByRole('heading', { name: 'W482 07K1 59XQ' })).toBeVisible();
  expect(address()).toBe(`/track/${TRACKING_ID}`);
});

test('the masked invoice leads to the form for the code', async () => {
  await openPage(path, { api: shows(OVERVIEW) });
  await page.getByRole('link', { name: 'Enter code' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Code' })).toBeVisible();
  expect(address()).toBe(`/track/${TRACKING_ID}?detailed=true`);
});

test('the owner gets the full invoice, however the ID is written', async () => {
  await openPage('/invoice/w482-07k1-59xq', { as: CUSTOMER, api: shows(DETAILS) });
  await expectInFull();
  expect(address()).toBe(path);
  expect(inputsOf('shipment.getShipmentByTrackingId')).toEqual([{ trackingId: TRACKING_ID }]);
});

test('the holder of a code gets the full invoice', async () => {
  storeGrant(TRACKING_ID, { grant: 'a-grant', expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
  const show = (context: Record<string, unknown>): TrackedShipment =>
    context.grant === 'a-grant' ? { ...DETAILS, viewer: 'grant' } : OVERVIEW;
  await openPage(path, { api: { shipment: { getShipmentByTrackingId: (_, { context }) => show(context) } } });
  await expectInFull();
});

test('a manager is led from the masked invoice to the full one', async () => {
  await openPage(path, {
    as: MANAGER,
    api: { ...shows(OVERVIEW), shipmentAdmin: { getShipment: () => MANAGED } },
  });
  await expect.poll(address).toBe(managedPath);
  await expectInFull();
  expect(document.title).toBe(`Invoice-${TRACKING_ID}`);
});

test('a managed shipment’s page leads to its invoice, and back', async () => {
  const api = { ...DESK, shipmentAdmin: { getShipment: () => MANAGED } };
  await openPage(`/manager/shipments/${MANAGED.id}`, { as: MANAGER, api });
  await page.getByRole('link', { name: 'Print invoice' }).click();
  await expectInFull();
  expect(address()).toBe(managedPath);
  await page.getByRole('link', { name: 'Shipment', exact: true }).click();
  await expect.element(page.getByRole('link', { name: 'Print invoice' })).toBeVisible();
  expect(address()).toBe(`/manager/shipments/${MANAGED.id}`);
});

test('an invoice has the brand’s days, whatever the device’s', async () => {
  // It is already the next day on this device.
  const shipDate = '2026-11-16T23:30:00.000Z';
  const occurredAt = '2026-11-17T23:30:00.000Z';
  const delivered = { ...ACTIVITY, id: 'delivered', kind: 'status', status: 'delivered', occurredAt } as const;
  const shipment = { ...DETAILS, shipDate, status: 'delivered', activity: [ACTIVITY, delivered] } as const;
  await openPage(path, { as: CUSTOMER, api: shows({ ...shipment, activity: [...shipment.activity] }) });
  await expect.element(sheet).toBeVisible();
  expect(words()).toContain('Ship dateMonday 16/11/2026');
  expect(words()).toContain('Delivery dateTuesday 17/11/2026');
});

test('an unknown shipment leads to the track page', async () => {
  const getShipmentByTrackingId = rejecting('NOT_FOUND', texts.shipmentNotFound);
  await openPage(path, { api: { shipment: { getShipmentByTrackingId } } });
  await expect.element(page.getByRole('alert')).toMatchTextContent('Shipment not found');
  expect(address()).toBe('/track?error=Shipment%20not%20found');
});

test.for([
  ['wide letters', 'W'],
  ['ideograms', '漢'],
  ['line separators', '\u2028漢'],
] as const)('the longest invoice of %s is no wider than a phone', async ([, sign]) => {
  const long = (length: number) => sign.repeat(length);
  const email = `${'w'.repeat(64)}@${'W'.repeat(63)}.${'W'.repeat(63)}.${'W'.repeat(50)}.example`.slice(0, 254);
  const phone = '+'.padEnd(32, '8');
  const longest: TrackedShipment = {
    ...DETAILS,
    description: long(200).slice(-200),
    service: 'Warehousing & Storage',
    shipTo: long(300).slice(-300),
    dimensions: long(100).slice(-100),
    weight: long(50).slice(-50),
    value: 10_000_000,
    fee: 10_000_000,
    senderName: long(200).slice(-200),
    senderEmail: email,
    senderPhone: phone,
    receiverName: long(200).slice(-200),
    receiverEmail: email,
    receiverPhone: phone,
    senderCountry: long(100).slice(-100),
    receiverCountry: long(100).slice(-100),
  };
  await openPage(path, { as: CUSTOMER, size: { width: 320, height: 640 }, api: shows(longest) });
  await expect.element(sheet.getByText('$20,000,000.00')).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(320);
  expect(words().split(email)).toHaveLength(3);
  // It is set smaller to fit on its page.
  expect(Number(sheet.element().getAttribute('data-density'))).toBeGreaterThan(0);
});
