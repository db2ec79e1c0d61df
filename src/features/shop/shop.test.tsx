import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Api, inputsOf, rejecting, serve } from '../../../tests/components/api.ts';
import { expectAccessible, expectLink, expectShown } from '../../../tests/components/expectations.ts';
import { serveUploads } from '../../../tests/components/files.ts';
import { openPage } from '../../../tests/components/open-page.tsx';
import { SHIPPER } from '../../../tests/components/people.ts';
import { DETAILS } from '../../../tests/components/shipments.ts';
import { site } from '../../config/site.ts';
import type { Connection } from '../../domain/shops/connection.ts';
import type { Draft } from '../../domain/shops/draft.ts';
import type { FileReading } from '../../domain/shops/draft-file.ts';

const SENDER = { name: 'Harbour Books', email: SHIPPER.email, phone: '+46 31 555 0100', country: 'Sweden' };
const ID = '0198c5f0-0000-7000-8000-0000000000d1';
const DRAFT: Draft = {
  id: ID,
  version: 3,
  source: 'file',
  origin: { fileName: 'orders.csv', line: 2 },
  fields: {
    reference: '#1001',
    receiverName: 'Elin Strand',
    receiverEmail: 'elin@example.com',
    receiverPhone: '+46 31 555 0192',
    line1: 'Kaj 1',
    city: 'Göteborg',
    postcode: '411 04',
    country: 'Sweden',
    description: 'Books',
    weightG: '850',
    lengthMm: '300',
    widthMm: '200',
    heightMm: '125',
  },
  problems: [],
  withheld: null,
  labelNote: '',
  notes: [],
  fee: 5.9,
  createdAt: '2026-11-16T10:15:00.000Z',
};
const NOTE = 'Without its value: 12 EUR is not in USD.';
const BAD: Draft = {
  ...DRAFT,
  id: '0198c5f0-0000-7000-8000-0000000000d2',
  origin: { fileName: 'orders.csv', line: 7 },
  fields: { ...DRAFT.fields, reference: '#1006', country: 'Atlantis' },
  problems: [{ field: 'country', column: 'Shipping Country', message: 'Choose a country from the list.' }],
  notes: [NOTE],
  fee: null,
};

const { weightG, lengthMm, city, ...withoutSize } = DRAFT.fields;
const EMPTY: Draft = {
  ...DRAFT,
  id: '0198c5f0-0000-7000-8000-0000000000d3',
  origin: { fileName: 'orders.csv', line: 9 },
  fields: { ...withoutSize, reference: '#1007' },
  problems: [
    { field: 'weightG', column: null, message: 'Weight is required.' },
    { field: 'lengthMm', column: null, message: 'Length is required.' },
    { field: 'city', column: 'Shipping City', message: 'City is required.' },
  ],
  fee: null,
};

const USUAL = { getSender: () => SENDER, getChangedOrders: () => ({ data: [] }) } satisfies Api['shipper'];
const open = (path: string, shipper: Api['shipper']) =>
  openPage(path, { as: SHIPPER, api: { shipper: { ...USUAL, ...shipper } } });
const listOf = (...data: Draft[]) => ({
  data,
  total: data.length,
  pagination: { prev: null, next: null },
  counts: { ready: data.filter(({ fee }) => fee !== null).length, toFix: 0, withheld: 0 },
});
const create = page.getByRole('button', { name: /^Create/ });

async function fillForm(): Promise<void> {
  const texts = {
    'Receiver name': 'Elin Strand',
    'Receiver email': 'elin@example.com',
    'Receiver phone': '+46 31 555 0192',
    'Address line 1': 'Kaj 1',
    City: 'Göteborg',
    'Weight (kg)': '0,85',
    'Length (cm)': '30',
    'Width (cm)': '20',
    'Height (cm)': '12.5',
    Description: 'Books',
  };
  for (const [label, text] of Object.entries(texts)) await page.getByLabelText(label).fill(text);
  await page.getByLabelText('Country').selectOptions('Sweden');
}

test('prices are shown before anything is typed', async () => {
  const price = { id: 'p', userId: null, maxGrams: 2_000, country: 'Sweden', postcode: '41', fee: 5.9, returnFee: 4.5 };
  await open('/shipping/new', { getPrices: () => [price] });
  await page.getByText('Your prices').click();
  const row = page.getByRole('table', { name: 'Rates' }).getByRole('row').last();
  await expect.element(row).toMatchTextContent(/Sweden, postcodes 41….*2 kg.*\$5\.90.*\$4\.50/);
  await expectAccessible();
});

test('the fee is shown before a shipment is created, and sent along', async () => {
  await open('/shipping/new', {
    getQuote: () => ({ fee: 5.9 }),
    createShipment: rejecting('CONFLICT', 'The fee is now $6.10. Check it and confirm again.'),
  });
  await expect.element(page.getByText('Enter the country and the weight to see the fee.')).toBeVisible();
  await create.click();
  await expect
    .element(page.getByLabelText('Receiver name'))
    .toHaveAccessibleDescription(/Receiver name is required\.$/);
  await fillForm();
  await expect.element(page.getByText('Shipping fee: $5.90')).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Create shipment for $5.90' }).click();
  await expect.element(page.getByText('The fee is now $6.10. Check it and confirm again.')).toBeVisible();
  expect(inputsOf('shipper.createShipment')).toEqual([
    expect.objectContaining({ weightG: 850, heightMm: 125, parcels: 1, country: 'Sweden', seenFee: 5.9 }),
  ]);
});

test('a receiver that the shop has sent to is picked from the street, and told what was asked', async () => {
  const { line1, city, country } = { line1: 'Linnégatan 8', city: 'Gothenburg', country: 'Sweden' };
  const receiver = { name: 'Elin Strand', email: 'elin.strand@example.com', phone: '+46 31 555 0192', country };
  const found = {
    ...receiver,
    id: 'parcel',
    shipTo: 'Linnégatan 8, 413 04 Gothenburg, Sweden',
    address: { line1, line2: '', postcode: '413 04', city, country },
    asked: ['Leave here: the shed'],
  };
  await open('/shipping/new', { findReceivers: () => [found] });
  await page.getByLabelText('Receiver name').fill('Linné');
  await page.getByRole('option', { name: /Elin Strand/ }).click();
  await expect.element(page.getByLabelText('Address line 1')).toHaveValue(line1);
  await expect.element(page.getByLabelText('Postcode')).toHaveValue('413 04');
  await expect.element(page.getByLabelText('Receiver name')).toHaveValue('Elin Strand');
  await expectShown('Asked of couriers at this door: Leave here: the shed');
  expect(inputsOf('shipper.findReceivers')).toEqual([{ q: 'Linné' }]);
});

test('a shop that may have cash collected says how much', async () => {
  await open('/shipping/new', {
    getQuote: () => ({ fee: 5.9, codFee: 1.5, codLimit: 500 }),
    createShipment: rejecting('BAD_REQUEST', 'No.', { cod: ['Cash on delivery can be at most $500.00.'] }),
  });
  const cod = page.getByLabelText(/^Cash on delivery/);
  await expect.element(cod).not.toBeInTheDocument();
  await fillForm();
  await expect.element(cod).toHaveAccessibleDescription(/up to \$500\.00\..*We take \$1\.50 of it\.$/);
  await cod.fill('750,00');
  await page.getByRole('button', { name: 'Create shipment for $5.90' }).click();
  await expectShown('Cash on delivery can be at most $500.00.');
  await expectAccessible();
  expect(inputsOf('shipper.createShipment')).toMatchObject([{ cod: 750 }]);
});

test('what the label has no room for is said before it is created', async () => {
  await open('/shipping/new', { getQuote: () => ({ fee: 5.9 }) });
  await page.getByLabelText('Reference').fill('1234567890'.repeat(6));
  await expect.element(page.getByText('This doesn’t fit the label')).toBeVisible();
  await expectAccessible();
  await page.getByLabelText('Reference').fill('#1001');
  await expect.element(page.getByText('This doesn’t fit the label')).not.toBeInTheDocument();
});

test('a shop prints the label of what it has created, or creates another', async () => {
  const mine = { ...DETAILS, senderEmail: SHIPPER.email };
  await open('/shipping/new', {
    getQuote: () => ({ fee: 5.9 }),
    createShipment: () => ({ id: mine.id, trackingId: mine.trackingId, fee: 5.9, parcels: [] }),
  });
  serve({ shipment: { getShipmentByTrackingId: () => mine }, bill: { getBills: () => [] } });
  await fillForm();
  await page.getByRole('button', { name: 'Create shipment for $5.90' }).click();
  await expect.element(page.getByRole('button', { name: 'Print label' })).toBeInViewport();
  await expect.element(page.getByRole('link', { name: 'Create another' })).toHaveAttribute('href', '/shipping/new');
  await expectAccessible();
});

test.each([
  ['/shipping/shops', 'Needs Shopify’s secret'],
  ['/shipping/new', 'Harbour Books'],
  ['/shipping/drafts', '#1001'],
])('%s fits the narrowest phone with letters twice as large', async (path, shown) => {
  document.documentElement.style.fontSize = '200%';
  onTestFinished(() => void document.documentElement.style.removeProperty('font-size'));
  await openPage(path, {
    as: SHIPPER,
    size: { width: 320, height: 640 },
    api: {
      shipper: { ...USUAL, getDrafts: () => listOf(DRAFT, BAD), getChangedOrders: () => ({ data: [CHANGED] }) },
      shopConnection: {
        list: () => ({ data: [CONNECTION, { ...CONNECTION, id: ID, kind: 'shopify', hasSecret: false }] }),
      },
    },
  });
  await expect.element(page.getByText(shown).first()).toBeVisible();
  await expect.poll(() => document.documentElement.scrollWidth).toBe(320);
});

test('without a rate nothing is created, and the page says why and whom to ask', async () => {
  await open('/shipping/new', { getQuote: () => ({ fee: null }) });
  await fillForm();
  const sentence = 'There is no rate for 850 g to Sweden. Ask Waybill for one.';
  await expect.element(page.getByText(sentence)).toBeVisible();
  const support = page.getByRole('main').getByRole('link', { name: site.support });
  await expect.element(support).toHaveAttribute('href', `mailto:${site.support}`);
  await create.click();
  await expect.element(page.getByRole('alert').getByText(sentence)).toBeVisible();
  expect(inputsOf('shipper.createShipment')).toEqual([]);
});

test('drafts name bad cells, and say why one was not confirmed', async () => {
  await open('/shipping/drafts', {
    getDrafts: () => listOf(DRAFT, BAD, EMPTY),
    confirmDrafts: () => [{ id: ID, shipment: null, message: 'This draft has changed. Check it and confirm again.' }],
  });
  const cell = (name: string) => page.getByRole('cell', { name, exact: true });
  await expectShown(
    'Row 7',
    cell('Elin Strand Kaj 1, 411 04 Göteborg, Atlantis Shipping Country: Choose a country from the list.'),
    // What is in the parcel stays, and what is missing is one line.
    cell('Books Still missing: weight, length.'),
    cell('Elin Strand Kaj 1, 411 04, Sweden Shipping City: City is required.'),
    page.getByText('Books, 850 g, 30 × 20 × 12.5 cm').first(),
    page.getByText(NOTE),
  );
  await page.getByRole('button', { name: 'Select all ready (1)' }).click();
  await page.getByRole('checkbox', { name: 'Select #1006' }).click();
  await expect.element(page.getByText('2 drafts selected, $5.90')).toBeVisible();
  await page.getByRole('button', { name: 'Create 1 shipment' }).click();
  await expect.element(page.getByText('1 draft to fix will stay as it is.')).toBeVisible();
  await expectAccessible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Create' }).click();
  await expectShown('0 shipments created', page.getByText('This draft has changed. Check it and confirm again.'));
  expect(inputsOf('shipper.confirmDrafts')).toEqual([{ drafts: [{ id: ID, version: 3, seenFee: 5.9 }] }]);
});

test('a draft is corrected where it is wrong, and saved first', async () => {
  await open(`/shipping/drafts/${BAD.id}`, {
    getDraft: () => BAD,
    getQuote: ({ country }) => ({ fee: country === 'Sweden' ? 5.9 : null }),
    saveDraft: ({ id = '' }) => ({ id, version: 4 }),
    confirmDrafts: () => [{ id: BAD.id, shipment: null, message: 'No more.' }],
  });
  await expect.element(page.getByLabelText('Weight (kg)')).toHaveValue('0.85');
  await page.getByLabelText('Country').selectOptions('Sweden');
  await page.getByRole('button', { name: 'Create shipment for $5.90' }).click();
  await expect.element(page.getByText('No more.')).toBeVisible();
  expect(inputsOf('shipper.saveDraft')).toEqual([
    { id: BAD.id, version: 3, fields: expect.objectContaining({ country: 'Sweden', weightG: '850', heightMm: '125' }) },
  ]);
  expect(inputsOf('shipper.confirmDrafts')).toEqual([{ drafts: [{ id: BAD.id, version: 4, seenFee: 5.9 }] }]);
});

const READING: FileReading = {
  headers: ['Name', 'Shipping Name', 'Shipping Zip', 'Length', 'Zustand', 'Menge'],
  samples: [['#1001', 'Elin Strand', '41104', '300', 'voided', '2']],
  rows: 50,
  encoding: 'Windows-1252',
  letters: ['£ódŸ', 'Œwiêta'],
  format: 'shopify',
  mapping: {
    reference: { column: 'Name', otherwise: '' },
    receiverName: { column: 'Shipping Name', otherwise: '' },
    lengthMm: { column: 'Length', otherwise: '' },
    status: { column: 'Zustand', otherwise: '' },
  },
  weightUnit: null,
  lengthUnit: null,
  withheld: [{ reason: 'cancelled', state: 'voided', count: 2 }],
  leftOut: { total: 22, lines: [{ line: 7, why: 'unreadable', text: 'This row has 16 cells.' }] },
  bareColumns: ['Length'],
  isRemembered: false,
  isStatusGuessed: true,
};

const IMPORTED = { added: 50, changed: 0, unchanged: 0, toFix: 0, withheld: 2, leftOut: READING.leftOut };

test('what a file lacks is asked for, and remembered with its columns', async () => {
  const asked: string[] = [];
  serveUploads(async ({ url: { searchParams } }) => {
    const [step, encoding] = [searchParams.get('step'), searchParams.get('encoding')];
    asked.push(`${step} ${encoding}`);
    const polish = { ...READING, encoding: 'Windows-1250' as const, letters: ['Łódź', 'Święta'] };
    const reading = encoding === null ? READING : polish;
    return { status: 200, body: step === 'read' ? reading : IMPORTED };
  });
  await open('/shipping/import', { saveMapping: () => ({ ok: true }), getDrafts: () => listOf(DRAFT) });
  const file = new File(['Name'], 'orders.csv', { type: 'text/csv' });
  await page.getByLabelText('Choose a CSV file').upload(file);
  await expectShown('orders.csv: 50 orders', page.getByText(/This looks like a Shopify export/));
  await expectShown('2 orders not to be sent', page.getByText('2 × Cancelled (voided)'));
  await expectShown('22 lines left out', page.getByText('Line 7: This row has 16 cells.'), '21 more');
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
  const first = page.getByRole('table', { name: 'First rows' });
  await expect.element(first).toMatchTextContent('Elin Strand');
  const letters = page.getByLabelText('Letters of the file');
  await expect
    .element(letters)
    .toHaveAccessibleDescription('For example £ódŸ · Œwiêta. If letters look wrong, choose others.');
  await letters.selectOptions('Central Europe (Windows-1250)');
  await expect.element(letters).toHaveAccessibleDescription(/Łódź · Święta/);
  await expect.element(page.getByText('The column Zustand looks like their status.')).toBeVisible();
  await page.getByText('4 columns recognised').click();
  await page.getByLabelText('Zustand').selectOptions('Not used');
  await expect.element(page.getByText('The column Zustand looks like their status.')).not.toBeInTheDocument();
  await page.getByText(/columns? not recognised$/).click();
  await page.getByLabelText('Menge').selectOptions('Quantity of the item');
  await page.getByLabelText('Weight', { exact: true }).fill('500 g');
  await expectAccessible();
  await page.getByRole('button', { name: 'Import 50 drafts' }).click();
  await expect.element(page.getByText('Choose a unit.')).toBeVisible();
  await page.getByRole('group', { name: 'Sizes are in' }).getByRole('radio', { name: 'Millimetres' }).click();
  await expect.element(first.getByRole('cell', { name: /^500 g Still missing: / })).toBeVisible();
  await page.getByRole('button', { name: 'Import 50 drafts' }).click();
  await expect.element(page.getByText('50 drafts added')).toBeVisible();
  expect(asked).toEqual(['read null', 'read Windows-1250', 'save Windows-1250']);
  expect(inputsOf('shipper.saveMapping')).toEqual([
    {
      headers: READING.headers,
      mapping: {
        ...READING.mapping,
        weightG: { column: null, otherwise: '500 g' },
        status: { column: null, otherwise: '' },
        quantity: { column: 'Menge', otherwise: '' },
      },
      weightUnit: null,
      lengthUnit: 'mm',
    },
  ]);
});

const CONNECTION: Connection = {
  id: '0198c5f0-0000-7000-8000-0000000000e1',
  kind: 'woocommerce',
  url: 'https://waybill.example/v1/inbound/woocommerce/0198c5f0-0000-7000-8000-0000000000e1',
  hasSecret: true,
  parcel: { weightG: 850 },
  order: null,
  problem: null,
  states: [],
};
const openShops = (connections: Connection[], more: Api['shopConnection'] = {}) =>
  openPage('/shipping/shops', {
    as: SHIPPER,
    api: { shopConnection: { list: () => ({ data: connections }), ...more } },
  });

test('a shop is connected with an address and a secret to copy', async () => {
  const connections: Connection[] = [];
  await openShops(connections, {
    connect: () => {
      connections.push(CONNECTION);
      return { id: CONNECTION.id, secret: 'made-for-this-shop' };
    },
  });
  await page.getByRole('button', { name: 'Connect WooCommerce' }).click();
  await page.getByLabelText('Weight (kg)').fill('heavy');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect.element(page.getByText('Weight must be from 1 g to 1,000 kg, in whole grams.')).toBeVisible();
  await page.getByLabelText('Weight (kg)').fill('850 g');
  await expectAccessible();
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await expectShown(
    CONNECTION.url,
    page.getByText('made-for-this-shop'),
    page.getByRole('button', { name: 'Copy address' }),
    page.getByRole('button', { name: 'Copy secret' }),
    page.getByText('Waits for the first order'),
  );
  await expectAccessible();
  expect(inputsOf('shopConnection.connect')).toEqual([{ kind: 'woocommerce', parcel: { weightG: 850 } }]);
});

test('a connected shop shows its last order and problem, and takes a secret', async () => {
  const shopify: Connection = {
    ...CONNECTION,
    kind: 'shopify',
    hasSecret: false,
    order: { at: '2026-11-16T10:15:00.000Z', reference: '#1042', outcome: 'cancelled' },
    problem: { at: '2026-11-16T10:16:00.000Z', message: 'A message came before the secret was set.' },
  };
  await openShops([shopify], { replaceSecret: rejecting('BAD_REQUEST', 'Copy the whole secret from Shopify.') });
  await expectShown(
    '#1042',
    page.getByText(/Cancelled, so not to be sent\./),
    page.getByText('A message came before the secret was set.'),
    page.getByText('Needs Shopify’s secret'),
  );
  // Once an order is taken again, the problem is a thing of the past.
  await expect.element(page.getByText('Last problem')).not.toBeInTheDocument();
  await openShops([
    { ...shopify, hasSecret: true, problem: { at: '2026-11-16T10:14:00.000Z', message: 'Too large.' } },
  ]);
  await expectShown('Orders come in', page.getByText('Last problem'), page.getByText('Too large.'));
  await openShops([{ ...shopify, hasSecret: true }]);
  await expectShown('Last message refused', page.getByText('A message came before the secret was set.'));
  await openShops([shopify], { replaceSecret: rejecting('BAD_REQUEST', 'Copy the whole secret from Shopify.') });
  await page.getByLabelText('Secret').fill('f00d');
  await page.getByRole('button', { name: 'Save secret' }).click();
  await expect.element(page.getByText('Copy the whole secret from Shopify.')).toBeVisible();
  await expectAccessible();
  expect(inputsOf('shopConnection.replaceSecret')).toEqual([{ id: CONNECTION.id, secret: 'f00d' }]);
});

test('what is not to be sent says why, and is sent anyway only once somebody says so', async () => {
  const sent: Draft = { ...DRAFT, withheld: { reason: 'sent', state: 'Completed' }, fee: null };
  await open('/shipping/drafts?show=not-to-send', {
    getDrafts: () => ({ ...listOf(sent), counts: { ready: 0, toFix: 0, withheld: 1 } }),
    takeDrafts: () => ({ ok: true }),
  });
  await expectShown('Not to be sent (1)', 'Sent already (Completed)');
  await page.getByRole('button', { name: 'Select all (1)' }).click();
  await expect.element(page.getByRole('button', { name: 'Create 0 shipments' })).toBeDisabled();
  await expectAccessible();
  await page.getByRole('button', { name: 'Send 1 anyway' }).click();
  await expectShown('1 draft to be sent');
  expect(inputsOf('shipper.takeDrafts')).toEqual([{ ids: [ID] }]);
});

const CHANGED = {
  id: ID,
  reference: '#1001',
  shipment: { id: DETAILS.id, trackingId: DETAILS.trackingId, isWaiting: true },
  withheld: { reason: 'cancelled' as const, state: '' },
  address: {
    theirs: 'Elin Strand, Kaj 9, 442 30 Kungälv, Sweden',
    ours: 'Elin Strand, Kaj 1, 411 04 Göteborg, Sweden',
  },
  at: '2026-11-16T10:15:00.000Z',
};

test.each([
  ['Cancel shipment', 'shipper.cancelShipment', { id: DETAILS.id }],
  ['Take the new address', 'shipper.answerChange', { id: ID, take: true }],
  ['Keep as it is', 'shipper.answerChange', { id: ID, take: false }],
] as const)('what a shop has changed is answered with one tap: %s', async (button, call, input) => {
  await open('/shipping/drafts', {
    getDrafts: () => listOf(DRAFT),
    getChangedOrders: () => ({ data: [CHANGED] }),
    cancelShipment: () => ({ ok: true as const }),
    answerChange: () => ({ ok: true as const }),
  });
  await expectShown('Your shop has changed order #1001', 'There it is now: Cancelled.');
  await expectShown(CHANGED.address.theirs, CHANGED.address.ours);
  await expectAccessible();
  await page.getByRole('button', { name: button }).click();
  await expect.poll(() => inputsOf(call)).toEqual([input]);
});

test('what is under way can no longer be cancelled, and says so', async () => {
  const onItsWay = { ...CHANGED, shipment: { ...CHANGED.shipment, isWaiting: false } };
  await open('/shipping/drafts', { getDrafts: () => listOf(DRAFT), getChangedOrders: () => ({ data: [onItsWay] }) });
  await expectShown('The parcel is already on its way, so call us if it has to come back.');
  await expect.element(page.getByRole('button', { name: 'Cancel shipment' })).not.toBeInTheDocument();
});

test('what is selected is counted as it is: all that is ready, or what is on this page', async () => {
  const counts = { ready: 31, toFix: 1, withheld: 0 };
  await open('/shipping/drafts', { getDrafts: () => ({ ...listOf(DRAFT, BAD), total: 32, counts }) });
  await expectLink(page.getByRole('link', { name: 'Ready (31)' }), '/shipping/drafts?show=ready');
  await page.getByRole('button', { name: 'Select the 1 ready on this page' }).click();
  await expect.element(page.getByText('1 draft selected, $5.90')).toBeVisible();
});
