import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Draft } from '../../src/domain/shops/draft.ts';
import { formatWithheld } from '../../src/domain/shops/order-state.ts';
import { importOrders, sendOrders } from '../support/send-file.ts';
import { shops } from '../support/shop.ts';
import type { Person } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const { newShop, newRate } = shops(server);
await newRate();

async function importFile(content: string | Buffer, shop?: Person) {
  const owner = shop ?? (await newShop());
  const made = await importOrders(server, owner, content);
  const { data, counts } = (await server.call('shipper.getDrafts', { page: 1 }, { as: owner })).data;
  return { owner, ...made, drafts: data as Draft[], counts };
}

const itemsOf = ({ fields: { reference, description } }: Draft) => `${reference}: ${description ?? ''}`;

describe('a file as shops have it', () => {
  it.each([
    {
      file: '01-shopify-export.csv',
      format: 'shopify',
      toSend: ['#1001: 3 × Blue mug, 2 × Tea towel', '#1006: Blue mug', '#1007: Blue mug'],
      withheld: [
        '#1002: Sent already (fulfilled)',
        '#1003: Cancelled (voided)',
        '#1004: Refunded or returned (refunded)',
        '#1005: Nothing to ship',
      ],
      leftOut: [],
    },
    {
      file: '02-woocommerce-export.csv',
      format: 'woocommerce',
      toSend: ['5001: Lamp, 4 × Bulb'],
      withheld: ['5002: Cancelled', '5003: Sent already (Completed)', '5004: Refunded or returned (Refunded)'],
      leftOut: [],
    },
    {
      file: '03-etsy-sold-orders.csv',
      format: 'etsy',
      toSend: ['3900000001: '],
      withheld: ['3900000002: Sent already'],
      leftOut: [],
    },
    {
      file: '04-amazon-unshipped.txt',
      format: 'amazon',
      toSend: ['234-5678901-2345678: Item one, 2 × Frame, wide', '249-0814575-0394263: Toaster'],
      withheld: [],
      leftOut: [],
    },
    {
      file: '05-ebay-orders.csv',
      format: 'ebay',
      toSend: ['04-15250-08826: Old clock', '24-15229-61546: Small frame'],
      withheld: [],
      leftOut: ['1 empty', '3 empty', '6 empty', '7 note', '8 note'],
    },
    { file: '07-sizes-mm.csv', format: null, toSend: ['M-1: Books'], withheld: [], leftOut: [] },
    { file: '07b-sizes-inch-lb.csv', format: null, toSend: ['M-2: Books'], withheld: [], leftOut: [] },
    {
      file: '10-tiktok-orders.csv',
      format: 'tiktok',
      toSend: ['576912345678901001: Tee'],
      withheld: [],
      leftOut: ['2 explains'],
    },
  ])('$file', async ({ file, format, toSend, withheld, leftOut }) => {
    const content = await readFile(new URL(`order-files/${file}`, import.meta.url));
    const { reading, imported, drafts, counts } = await importFile(content);
    expect(reading.format).toBe(format);
    expect(drafts.filter((draft) => !draft.withheld).map(itemsOf)).toEqual(toSend);
    const reasons = drafts.flatMap(({ fields, withheld }) =>
      withheld ? `${fields.reference}: ${formatWithheld(withheld)}` : [],
    );
    expect(reasons).toEqual(withheld);
    expect(counts.withheld).toBe(withheld.length);
    expect(reading.leftOut.lines.map(({ line, why }) => `${line} ${why}`)).toEqual(leftOut);
    expect(imported).toMatchObject({
      added: toSend.length + withheld.length,
      withheld: withheld.length,
      leftOut: { total: leftOut.length },
    });
  });
});

/** The first draft of each file, in the fields that its program writes in its own way. */
it.each([
  ['01-shopify-export.csv', { postcode: '41104', receiverPhone: '+46315550100', value: '40' }, []],
  [
    '02-woocommerce-export.csv',
    { receiverName: 'Cleo Test', line1: 'Kaj 2', city: 'Testby', country: 'Sweden', value: '60', weightG: undefined },
    [],
  ],
  [
    '03-etsy-sold-orders.csv',
    { receiverName: 'Dora Testerson', line2: 'Apt 4', city: 'Kamloops, BC', value: undefined },
    ['Without its value: 68.00 CAD is not in USD.'],
  ],
  ['04-amazon-unshipped.txt', { city: 'Somewhere, AK', postcode: '99501-2222' }, []],
  [
    '05-ebay-orders.csv',
    { city: 'York, North Yorkshire', value: undefined },
    ['Without its value: £12.50 is not in USD.'],
  ],
  ['07-sizes-mm.csv', { weightG: '850', lengthMm: '300', widthMm: '200', heightMm: '50' }, []],
  [
    '07b-sizes-inch-lb.csv',
    { weightG: '340', lengthMm: '254', widthMm: '203', heightMm: '102', city: 'Nowhere, FL' },
    [],
  ],
  ['10-tiktok-orders.csv', { city: 'Los Angeles, California', weightG: '300' }, []],
])('%s is read in its units, amounts and places', async (file, fields, notes) => {
  const { drafts } = await importFile(await readFile(new URL(`order-files/${file}`, import.meta.url)));
  const [draft] = drafts;
  expect({ ...draft, fields: { value: undefined, weightG: undefined, ...draft?.fields } }).toMatchObject({
    fields,
    notes,
  });
});

const WHO = 'Elin Strand,elin@example.com,+46 31 555 0192,Kaj 1,Göteborg,411 04,Sweden';
const HEADS = 'Order reference,Full name,Email,Phone,Address line 1,City,Postcode,Country';
const ofGoods = (...rows: string[]) =>
  [`${HEADS},Contents,Weight (g),Length (cm),Width (cm),Height (cm),Quantity`, ...rows].join('\n');
const row = (reference: string, item: string, grams: number | string, quantity = 1, who = WHO) =>
  `${reference},${who},${item},${grams},30,20,10,${quantity}`;

describe('the rows of one order', () => {
  it.each([
    ['that repeat its address', [row('A', 'Mug', 300, 2), row('A', 'Towel', 200)], ['A: 2 × Mug, Towel = 500']],
    [
      'that are apart',
      [row('A', 'Mug', 300), row('B', 'Pen', 20), row('A', 'Towel', 200)],
      ['A: Mug, Towel = 500', 'B: Pen = 20'],
    ],
    [
      'that only add an item',
      [row('A', 'Mug', 300), row('A', 'Towel', 200, 3, ',,,,,,'), row('', 'Pen', 20, 1, ',,,,,,')],
      ['A: Mug, 3 × Towel, Pen = 520'],
    ],
    [
      'beside one whose number is like a name for repeats',
      [row('A', 'Mug', 300), row('A', 'Towel', 200), row('A 2', 'Pen', 20)],
      ['A: Mug, Towel = 500', 'A 2: Pen = 20'],
    ],
    [
      'for two addresses are two drafts',
      [row('A', 'Mug', 300), row('A', 'Towel', 200, 1, WHO.replace('Kaj 1', 'Kaj 2')), row('A 2', 'Pen', 20)],
      ['A: Mug = 300', 'A: Towel = 200', 'A 2: Pen = 20'],
    ],
    ['with an odd weight', [row('A', 'Mug', 300), row('A', 'Towel', 'heavy')], ['A: Mug, Towel = heavy']],
  ])('%s', async (_, rows, drafts) => {
    const made = await importFile(ofGoods(...rows));
    expect(made.drafts.map((draft) => `${itemsOf(draft)} = ${draft.fields.weightG}`)).toEqual(drafts);
    const { body: again } = await sendOrders(server, made.owner, 'save', ofGoods(...rows));
    expect(again).toMatchObject({ added: 0, changed: 0, unchanged: drafts.length });
  });

  it.each([
    ['Item weight (g)', '700'],
    ['Weight (g)', '400'],
    ['Order weight (g)', '300'],
  ])('add up weights in a column “%s”', async (head, weightG) => {
    const file = ofGoods(row('A', 'Mug', 300, 2), row('A', 'Towel', 100)).replace('Weight (g)', head);
    expect((await importFile(file)).drafts[0]?.fields.weightG).toBe(weightG);
  });
});

it('lines that are no orders are left out and named, and the others imported', async () => {
  const content = [
    'Orders of November',
    '',
    ...ofGoods(row('A', 'Mug', 300), row('B', 'Pen', 20)).split('\n'),
    `${row('C', 'Lamp', 20)},x,y`,
    ',,,,,,,,,,,,,',
    row('D', '"Rug', 20),
    row('E', 'Tray', 20),
    'Total,,,,,,,,,360,,,,4',
    'Seller ID: some-seller',
  ].join('\n');
  const { reading, drafts } = await importFile(content);
  expect(drafts.map(itemsOf)).toEqual(['A: Mug', 'B: Pen', 'E: Tray']);
  expect(reading.leftOut.total).toBe(7);
  expect(reading.leftOut.lines.map(({ line, why, text }) => [line, why, text.slice(0, 30)])).toEqual([
    [1, 'note', 'Orders of November'],
    [2, 'empty', ''],
    [6, 'unreadable', 'This row has 16 cells, but the'],
    [7, 'empty', ''],
    [8, 'unreadable', 'The quotation marks in this ro'],
    [10, 'note', 'Total, 360, 4'],
    [11, 'note', 'Seller ID: some-seller'],
  ]);
});

it('a column of states with an unknown name decides, once for this file and the next', async () => {
  const states = ['Processing', 'Cancelled', 'Processing', 'wc-on-hold'];
  const rows = states.map((state, at) => `${row(`${at}`, 'Mug', 300)},${state}`);
  const file = ofGoods(...rows).replace('Quantity', 'Quantity,Zustand');
  const { owner, reading, drafts } = await importFile(file);
  expect(reading).toMatchObject({ isStatusGuessed: true, mapping: { status: { column: 'Zustand' } } });
  expect(drafts.map(({ withheld }) => withheld?.reason ?? null)).toEqual([null, 'cancelled', null, 'on-hold']);
  const again = await sendOrders(server, owner, 'read', file);
  expect(again.body).toMatchObject({ isStatusGuessed: false, isRemembered: true });
});

it('states of WooCommerce have their names, on drafts and labels', async () => {
  const file = [
    'Order Number,Order Status,First Name (Shipping),Last Name (Shipping),Address 1&2 (Shipping),City (Shipping),' +
      'State Code (Shipping),Postcode (Shipping),Country Code (Shipping)',
    '1,Processing,Ken,Sato,1-2-3 Kita,Adachi,JP13,120-0026,JP',
    '2,Processing,Ana,Ruiz,Calle 1,Getafe,M,28901,ES',
  ].join('\n');
  const { drafts } = await importFile(file);
  expect(drafts.map(({ fields }) => fields.city)).toEqual(['Adachi, Tokyo', 'Getafe, Madrid']);
});

it('a file that says something else of confirmed orders is news, in one email', async () => {
  const ofStates = (...rows: string[]) => ofGoods(...rows).replace('Quantity', 'Quantity,Order status');
  const orders = ['A', 'B', 'C'].map((name) => `${row(name, 'Mug', 300)},Processing`);
  const { owner, drafts } = await importFile(ofStates(...orders));
  const seen = drafts.map(({ id, version, fee }) => ({ id, version, seenFee: fee ?? 0 }));
  await server.call('shipper.confirmDrafts', { drafts: seen }, { as: owner });
  const changed = [
    `${row('A', 'Mug', 300)},Cancelled`,
    `${row('B', 'Mug', 300, 1, WHO.replace('Kaj 1', 'Kaj 9'))},Processing`,
    `${row('C', 'Mug', 300)},Completed`,
  ];
  for (const _ of ['once', 'again']) await sendOrders(server, owner, 'save', ofStates(...changed));
  const { data } = (await server.call('shipper.getChangedOrders', undefined, { as: owner })).data;
  expect(data.map(({ reference, withheld, address }) => [reference, withheld?.reason, address?.theirs]).sort()).toEqual(
    [
      ['A', 'cancelled', undefined],
      ['B', undefined, expect.stringContaining('Kaj 9')],
    ],
  );
  const mails = await server.query("select id from mails where kind = 'orders-changed' and receiver = $1", [
    owner.email,
  ]);
  expect(mails).toHaveLength(1);
});
