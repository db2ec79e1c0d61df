import { expect, it } from 'vitest';
import { findBareColumns, readRows, unitsToAsk } from './draft-file.ts';
import { guessMapping } from './guess-mapping.ts';

const split = (text: string) => text.split(',');
const read = (heads: string, ...rows: string[]) => {
  const headers = split(heads);
  const guess = guessMapping(headers);
  const lines = rows.map((row, at) => ({ line: at + 2, cells: split(row) }));
  const reading = { ...guess, weightUnit: 'kg', lengthUnit: 'cm', currency: 'USD' } as const;
  const asked = unitsToAsk(guess.mapping, findBareColumns(headers, lines));
  return { ...guess, asked, drafts: readRows(headers, lines, reading).orders.map(({ fields }) => fields) };
};
const columnsOf = ({ mapping }: ReturnType<typeof read>) =>
  Object.fromEntries(Object.entries(mapping).map(([field, source]) => [field, source?.column]));

it('an export of Shopify has one draft for each order, with its items', () => {
  const file = read(
    'Name,Email,Subtotal,Lineitem quantity,Lineitem name,Billing Name,Shipping Name,Shipping Address1,Shipping Address2,Shipping City,Shipping Zip,Shipping Country,Shipping Phone,Phone',
    "#1001,elin@example.com,40,1,Book,Her Company,Elin Strand,Kaj 1,,Göteborg,'41104,SE,'+46315550192,",
    '#1001,,,2,Bookmark,,,,,,,,,',
    '#1002,olav@example.com,12,1,Pen,,Olav Nord,Storgata 2,Floor 3,Oslo,0155,NO,,',
  );
  expect(file.format).toBe('shopify');
  expect(file.drafts).toEqual([
    {
      reference: '#1001',
      receiverName: 'Elin Strand',
      receiverEmail: 'elin@example.com',
      receiverPhone: '+46315550192',
      line1: 'Kaj 1',
      city: 'Göteborg',
      postcode: '41104',
      country: 'SE',
      description: 'Book, 2 × Bookmark',
      value: '40',
    },
    expect.objectContaining({ reference: '#1002', receiverName: 'Olav Nord', line2: 'Floor 3', description: 'Pen' }),
  ]);
});

it.each([
  'Order Number,First Name (Shipping),Last Name (Shipping),Address 1&2 (Shipping),City (Shipping),Postcode (Shipping),Country Code (Shipping),Email (Billing),Phone (Billing),Item Name',
  'order_number,shipping_first_name,shipping_last_name,shipping_address_1,shipping_city,shipping_postcode,shipping_country,billing_email,billing_phone,item_name',
])('an export of WooCommerce joins names: %s', (heads) => {
  const file = read(heads, '77,Elin,Strand,Kaj 1,Göteborg,411 04,SE,elin@example.com,+46 31 555 0192,Book');
  expect(file.format).toBe('woocommerce');
  expect(file.drafts).toEqual([
    {
      reference: '77',
      receiverName: 'Elin Strand',
      receiverEmail: 'elin@example.com',
      receiverPhone: '+46 31 555 0192',
      line1: 'Kaj 1',
      city: 'Göteborg',
      postcode: '411 04',
      country: 'SE',
      description: 'Book',
    },
  ]);
});

it('a click-and-drop file has weights in kilograms, unless a cell says otherwise', () => {
  const file = read(
    'Order reference,Full name,Address line 1,Postcode,Weight,Length',
    'A1,Elin,Kaj 1,411 04,0.85,12.5',
    'A2,Elin,Kaj 1,411 04,850 g,120mm',
    'A3,Elin,Kaj 1,411 04,heavy,1 yard',
    'A4,Elin,Kaj 1,411 04,1.200 g,1.050 mm',
  );
  expect(file).toMatchObject({ format: 'click-and-drop', asked: { weight: true, length: true } });
  expect(file.drafts.map(({ weightG, lengthMm }) => [weightG, lengthMm])).toEqual([
    ['850', '125'],
    ['850', '120'],
    ['heavy', '1 yard'],
    ['1.200 g', '1.050 mm'],
  ]);
});

it.each([
  ['Weight (g),Length (mm),Width (mm),Height (mm)', '850,300,200,50', ['850', '300', '200', '50']],
  ['Weight (oz),Length (in),Width (in),Height (in)', '12,10,8,4', ['340', '254', '203', '102']],
  ['Weight(kg),length_cm,Width,Height', '0.3,30,20,5', ['300', '300', '200', '50']],
  ['WeightOz,Length (ft),Width (in),Height "', '16,1,10,4', ['454', '305', '254', '102']],
  ['Weight,Weight Unit,Length,Width,Height,Dimension Unit', '2,lb,10,8,4,in', ['907', '254', '203', '102']],
  ['Package weight in grams,Dimensions (cm)', '850,30 x 20 x 5', ['850', '300', '200', '50']],
  ['Total weight (lbs),Dimensions', '2,300 x 200 x 50 mm', ['907', '300', '200', '50']],
  ['Weight,Length', '2 lb 3 oz,30 x 20 x 5 cm', ['992', '300', '200', '50']],
  ['Weight (lb),Weight (oz),Dimensions', '2,3,30 x 20 x 5 cm', ['992', '300', '200', '50']],
  ['Weight oz,Weight lbs,Dimensions', '3,2,30 x 20 x 5 cm', ['992', '300', '200', '50']],
  ['Pounds,Ounces,Dimensions', '0,3.5,30 x 20 x 5 cm', ['99', '300', '200', '50']],
  ['Ounces,Dimensions', '3.5,30 x 20 x 5 cm', ['99', '300', '200', '50']],
  ['Package weight - pounds,Package weight - ounces,Dimensions', ',3,30 x 20 x 5 cm', ['85', '300', '200', '50']],
  ['WeightMajor,WeightMinor,Weight unit,Dimensions', '2,3,lb,30 x 20 x 5 cm', ['992', '300', '200', '50']],
  ['Weight (kg),Weight (g),Dimensions', '1,250,30 x 20 x 5 cm', ['1250', '300', '200', '50']],
  ['Weight (kg),Weight (g),Dimensions', '1.25,1250,30 x 20 x 5 cm', ['1250', '300', '200', '50']],
  ['Weight (lb),Weight (oz),Dimensions', '0.5,8.4,30 x 20 x 5 cm', ['227', '300', '200', '50']],
  ['Weight (lb),Weight (oz),Dimensions', '2,heavy,30 x 20 x 5 cm', ['heavy', '300', '200', '50']],
])('units count in headings, cells and columns of their own: %s', (heads, row, measures) => {
  const { drafts, asked } = read(`Order ID,${heads}`, `1,${row}`);
  const [{ weightG, lengthMm, widthMm, heightMm } = {}] = drafts;
  expect([weightG, lengthMm, widthMm, heightMm]).toEqual(measures);
  expect(asked).toEqual({ weight: false, length: false });
});

it('a number that names no unit anywhere is asked for', () => {
  expect(read('Weight,Length', '850 g,30 cm', '0.85,30').asked).toEqual({ weight: true, length: true });
  expect(read('Weight (g),Dimensions', '850,30x20x5').asked).toEqual({ weight: false, length: true });
});

it.each([
  ['Order total', '1.234,56 USD', '1234.56'],
  ['Order total', "$1'234.50", '1234.5'],
  ['Subtotal,Currency', '40.00,USD', '40'],
  ['Subtotal,Currency', '40.00,CAD', '40.00 CAD'],
  ['Sold For', '£12.50', '£12.50'],
  ['Order total', '1.234', '1.234'],
])('an amount is the brand’s or keeps its currency: %s, %s', (heads, row, value) => {
  const [headers, cells] = [split(`Order ID,${heads}`), ['1', ...(heads.includes(',') ? split(row) : [row])]];
  const reading = { ...guessMapping(headers), weightUnit: null, lengthUnit: null, currency: 'USD' };
  expect(readRows(headers, [{ line: 2, cells }], reading).orders[0]?.fields.value).toBe(value);
});

const STATES = ['Processing', 'Cancelled', 'Processing', 'wc-on-hold'];
const withStates = (head: string, states: readonly string[]) => {
  const headers = ['Order ID', 'Name', 'Item', 'Colour', head];
  const rows = states.map((state, at) => ({ line: at + 2, cells: [`${at}`, 'Elin', 'Mug', 'red', state] }));
  return { headers, rows, ...guessMapping(headers, rows) };
};

it.each([
  ['Zustand', STATES, true],
  ['Where is it', ['bezahlt', 'storniert', 'In Bearbeitung', 'geprüft'], true],
  ['Item condition', ['New', 'New', 'New', 'New'], false],
  ['Delivery', ['Shipping', 'Shipping', 'Shipping', 'Pick-up'], false],
  ['Tags', ['vip', 'paid', 'vip', ''], false],
  ['Note', ['', '', '', ''], false],
])('a column of states is found by its cells: %s, %j', (head, states, isFound) => {
  const { mapping, isStatusGuessed } = withStates(head, states);
  expect([mapping.status?.column, isStatusGuessed]).toEqual([isFound ? head : undefined, isFound]);
});

it.each([
  [{ column: 'Zustand', otherwise: '' }, ['cancelled', 'on-hold']],
  [{ column: null, otherwise: '' }, []],
])('a person chooses the column of states: %j', (status, reasons) => {
  const { headers, rows, mapping } = withStates('Zustand', STATES);
  const reading = { mapping: { ...mapping, status }, weightUnit: null, lengthUnit: null, currency: 'USD' };
  const withheld = readRows(headers, rows, reading).orders.flatMap((order) => order.withheld?.reason ?? []);
  expect(withheld).toEqual(reasons);
});

it('a person chooses the column of quantities', () => {
  const headers = ['Order ID', 'Item name', 'Qty', 'How many'];
  const rows = [{ line: 2, cells: ['1', 'Mug', '1', '3'] }];
  const mapping = { ...guessMapping(headers).mapping, quantity: { column: 'How many', otherwise: '' } };
  const reading = { mapping, weightUnit: null, lengthUnit: null, currency: 'USD' };
  expect(readRows(headers, rows, reading).orders[0]?.fields.description).toBe('3 × Mug');
});

const PERSON = 'Elin Strand';
it.each([
  // WooCommerce’s own and SkyVerge’s export
  [
    'order_number,shipping_first_name,shipping_last_name,shipping_company,shipping_address_1,shipping_address_2,shipping_postcode,shipping_city,shipping_state,shipping_country,billing_email,order_currency,order_total',
    `77,Elin,Strand,Strand AB,Kaj 1,Floor 2,20121,Milano,MI,IT,e@x.example,EUR,12`,
    { receiverName: `${PERSON}, Strand AB`, city: 'Milano, MI', line2: 'Floor 2', value: '12 EUR' },
  ],
  [
    'Sale Date,Order ID,Full Name,First Name,Last Name,Street 1,Street 2,Ship City,Ship State,Ship Zipcode,Ship Country',
    `11/25/26,39,${PERSON},Elin,Strand,Kaj 1,Apt 4,Kamloops,BC,V2C 1A1,Canada`,
    { reference: '39', receiverName: PERSON, line1: 'Kaj 1', line2: 'Apt 4', city: 'Kamloops, BC' },
  ],
  // Etsy’s items
  [
    'Item Name,Order ID,Ship Name,Ship Address1,Ship Address2,Ship City,Ship State,Ship Zipcode,Ship Country',
    `Mug,39,${PERSON},Kaj 1,Apt 4,Kamloops,BC,V2C 1A1,Canada`,
    { receiverName: PERSON, line1: 'Kaj 1', line2: 'Apt 4', city: 'Kamloops, BC', description: 'Mug' },
  ],
  // Amazon
  [
    'order-id,buyer-email,buyer-name,buyer-phone-number,product-name,recipient-name,ship-address-1,ship-address-2,ship-address-3,ship-city,ship-state,ship-postal-code,ship-country',
    `249,e@x.example,Other,03-5555-0101,Toaster,試験 太郎,足立区千住1-1,,試験ビル 5F,--,東京都,120-0026,JP`,
    { receiverName: '試験 太郎', line1: '足立区千住1-1', line2: '試験ビル 5F', city: '東京都', postcode: '120-0026' },
  ],
  // eBay
  [
    'Order Number,Buyer Name,Buyer Email,Buyer City,Post To Name,Post To Phone,Post To Address 1,Post To Address 2,Post To City,Post To County,Post To Postcode,Post To Country,Item Title',
    `04-1,Gus,g@x.example,Bath,${PERSON},07700 900111,Kaj 1,,York,North Yorkshire,YO1 7HH,United Kingdom,Clock`,
    { receiverName: PERSON, city: 'York, North Yorkshire', postcode: 'YO1 7HH', description: 'Clock' },
  ],
  // Click & Drop
  [
    'Order reference,First name,Last name,Company name,Address line 1,Address line 2,Address line 3,City,County,Postcode,Country',
    `A1,Elin,Strand,n/a,Kaj 1,Flat 2,North Wing,Leeds,West Yorkshire,LS1 4AP,GB`,
    { receiverName: PERSON, line2: 'Flat 2, North Wing', city: 'Leeds, West Yorkshire' },
  ],
  // ShipStation
  [
    'Order - Number,Ship To - Name,Ship To - Company,Ship To - Address 1,Ship To - Address 2,Ship To - Address 3,Ship To - City,Ship To - State,Ship To - Postal Code,Ship To - Country,Customer - Email,Item - Name',
    `9,${PERSON},Acme,1 Main St,,Dock 3,Boston,MA,2108,US,e@x.example,Mug`,
    {
      receiverName: `${PERSON}, Acme`,
      line2: 'Dock 3',
      city: 'Boston, MA',
      postcode: '02108',
      receiverEmail: 'e@x.example',
    },
  ],
  // Sendcloud
  [
    'Order number,Name,Company name,Email,Telephone,Address,House number,Address 2,City,Postal code,Country state,Country',
    `5,${PERSON},,e@x.example,+31 20 555 0100,Damrak,1,,Amsterdam,1012 LG,,NL`,
    { reference: '5', receiverName: PERSON, line1: 'Damrak 1', city: 'Amsterdam' },
  ],
  // TikTok
  [
    'Order ID,Recipient,Phone #,Country,State,City,Zipcode,Address Line 1,Weight(kg)',
    `\t576912,${PERSON},(+1)2135550100,United States,California,Los Angeles,90001,1 Main St,0.3`,
    { reference: '576912', receiverName: PERSON, city: 'Los Angeles, California', weightG: '300' },
  ],
])('an export is read with all of its address: %s', (heads, row, fields) => {
  expect(read(heads, row.replace('\\t', '\t')).drafts).toEqual([expect.objectContaining(fields)]);
});

it('unknown columns are for nothing, and each is for one thing', () => {
  const file = read('Contact,E-mail,Phone number,Street,Town,Zip code,Colour');
  expect(file.format).toBeNull();
  expect(columnsOf(file)).toEqual({
    receiverName: 'Contact',
    receiverEmail: 'E-mail',
    receiverPhone: 'Phone number',
    line1: 'Street',
    city: 'Town',
    postcode: 'Zip code',
  });
});

it('the end of a cell that is too long is not read', () => {
  const { drafts } = read('City,Email', `Oslo${' '.repeat(6_000)}Bergen,elin@example.com`);
  expect(drafts[0]?.city).toBe('Oslo');
});

it.each(['Deliver before', 'Time window', 'Delivery time'])('a column %s says when it may be delivered', (head) => {
  const { mapping, drafts } = read(`Reference,${head}`, '#1,12:00', '#2,', '#3,14-16');
  expect(mapping.timeWindow?.column).toBe(head);
  expect(drafts.map(({ timeWindow }) => timeWindow)).toEqual(['12:00', undefined, '14-16']);
});
