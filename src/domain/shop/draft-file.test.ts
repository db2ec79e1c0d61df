import { expect, it } from 'vitest';
import { guessMapping, readRows } from './draft-file.ts';

const split = (text: string) => text.split(',');
const read = (heads: string, ...rows: string[]) => {
  const headers = split(heads);
  const guess = guessMapping(headers);
  const lines = rows.map((row, at) => ({ line: at + 2, cells: split(row) }));
  return { ...guess, drafts: readRows(headers, lines, guess).map(({ fields }) => fields) };
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
      description: 'Book, Bookmark',
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
  expect(file).toMatchObject({ format: 'click-and-drop', weightUnit: 'kg' });
  expect(file.drafts.map(({ weightG, lengthMm }) => [weightG, lengthMm])).toEqual([
    ['850', '125'],
    ['850', '120'],
    ['heavy', '1 yard'],
    ['1.200 g', '1.050 mm'],
  ]);
});

it('what a column’s name says of its unit counts', () => {
  expect(read('Name,Weight (g)').weightUnit).toBe('g');
  expect(read('Name,Weight in kg').weightUnit).toBe('kg');
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
