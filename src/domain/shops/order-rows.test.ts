/** Some fifty orders of each system: its states in each shape that its files have them. */
import { expect, it } from 'vitest';
import { readRows } from './draft-file.ts';
import { guessMapping } from './guess-mapping.ts';
import { systemOf } from './order-rows.ts';
import type { ShopSystem, WithheldReason } from './order-state.ts';

type Cells = Record<string, string>;
/** What its state says, and why it is not to be sent. */
type State = [Cells, WithheldReason | null];

interface Export {
  /** The columns of its number, item, quantity and address. */
  order: string;
  item: string;
  quantity: string;
  to: Cells;
  states: State[];
  /** Whether rows that add an item repeat the address. */
  repeats: boolean;
}

const inColumn = (column: string, states: Record<string, WithheldReason | null>): State[] =>
  Object.entries(states).map(([state, reason]) => [{ [column]: state }, reason]);

const SYSTEMS: Record<ShopSystem, Export> = {
  shopify: {
    order: 'Name',
    item: 'Lineitem name',
    quantity: 'Lineitem quantity',
    repeats: false,
    to: {
      Email: 'elin@example.com',
      'Shipping Name': 'Elin Strand',
      'Shipping Address1': 'Kaj 1',
      'Shipping Zip': '41104',
    },
    states: [
      ...inColumn('Financial Status', {
        paid: null,
        authorized: null,
        partially_refunded: null,
        pending: 'unpaid',
        partially_paid: 'unpaid',
        refunded: 'refunded',
        voided: 'cancelled',
        expired: 'cancelled',
      }),
      ...inColumn('Fulfillment Status', { unfulfilled: null, partial: null, fulfilled: 'sent', restocked: 'refunded' }),
      [{ 'Financial Status': 'paid', 'Cancelled at': '2026-11-26 12:00:00 +0100' }, 'cancelled'],
      [{ 'Financial Status': 'pending', 'Payment Method': 'Cash on Delivery (COD)' }, null],
      [{ 'Financial Status': 'paid', 'Payment Method': '(for testing) Bogus Gateway' }, 'test'],
      [{ 'Financial Status': 'paid', 'Shipping Method': 'Local pickup' }, 'collected'],
    ],
  },
  woocommerce: {
    order: 'Order Number',
    item: 'Item Name',
    quantity: 'Quantity',
    repeats: true,
    to: { 'First Name (Shipping)': 'Elin', 'Address 1&2 (Shipping)': 'Kaj 1', 'Postcode (Shipping)': '41104' },
    states: [
      ...inColumn('Order Status', {
        Processing: null,
        'wc-processing': null,
        'Pending payment': 'unpaid',
        'On hold': 'on-hold',
        Completed: 'sent',
        Cancelled: 'cancelled',
        Refunded: 'refunded',
        Failed: 'cancelled',
        Draft: 'unpaid',
        'Awaiting pickup': 'unknown',
        'wc-partially-shipped': 'unknown',
        'In Bearbeitung': 'unknown',
      }),
      [{ 'Order Status': 'Processing', 'Shipping Method Title': 'Local pickup' }, 'collected'],
      [{ 'Order Status': 'Processing', created_via: 'store-api', 'Shipping Method': '' }, 'nothing-to-ship'],
      [{ 'Order Status': 'Processing', 'Address 1&2 (Shipping)': '', 'Postcode (Shipping)': '' }, 'nothing-to-ship'],
      [{ 'Order Status': 'Processing', Virtual: 'yes' }, 'nothing-to-ship'],
    ],
  },
  etsy: {
    order: 'Order ID',
    item: 'Item Name',
    quantity: 'Quantity',
    repeats: true,
    to: {
      'Ship Name': 'Elin Strand',
      'Ship Address1': 'Kaj 1',
      'Ship City': 'Testby',
      'Ship Zipcode': '41104',
      'Date Shipped': '',
    },
    states: [
      ...inColumn('Date Shipped', { '': null, '11/26/26': 'sent', '2026-11-26': 'sent' }),
      ...inColumn('Status', {
        Paid: null,
        Open: null,
        Processing: null,
        Completed: 'sent',
        Canceled: 'cancelled',
        Unpaid: 'unpaid',
        Refunded: 'refunded',
        'On hold': 'on-hold',
        Strange: 'unknown',
      }),
      ...inColumn('Listing Type', {
        physical: null,
        digital: 'nothing-to-ship',
        'Digital download': 'nothing-to-ship',
      }),
    ],
  },
  amazon: {
    order: 'order-id',
    item: 'product-name',
    quantity: 'quantity-purchased',
    repeats: true,
    to: {
      'recipient-name': 'Elin Strand',
      'ship-address-1': 'Kaj 1',
      'ship-postal-code': '41104',
      'order-item-id': '7',
    },
    states: [
      ...inColumn('order-status', {
        Unshipped: null,
        PartiallyShipped: null,
        Pending: 'unpaid',
        Shipped: 'sent',
        Shipping: 'sent',
        Cancelled: 'cancelled',
        Canceled: 'cancelled',
        Complete: 'sent',
        Unfulfillable: 'unknown',
      }),
      ...inColumn('item-status', { Unshipped: null, Shipped: 'sent', Cancelled: 'cancelled' }),
      ...inColumn('fulfillment-channel', { MFN: null, Merchant: null, AFN: 'elsewhere', Amazon: 'elsewhere' }),
      [{ 'quantity-to-ship': '0' }, 'sent'],
    ],
  },
  ebay: {
    order: 'Order Number',
    item: 'Item Title',
    quantity: 'Quantity',
    repeats: false,
    to: {
      'Sales Record Number': '101',
      'Ship To Name': 'Elin Strand',
      'Ship To Address 1': 'Kaj 1',
      'Ship To Zip': '41104',
    },
    states: [
      ...inColumn('Shipped On Date', { '': null, 'Nov-26-26': 'sent' }),
      ...inColumn('Paid On Date', { '': null, 'Nov-25-26': null }),
      ...inColumn('Order Status', {
        Paid: null,
        'Awaiting postage': null,
        'Awaiting dispatch': null,
        'Ready to ship': null,
        NOT_STARTED: null,
        Dispatched: 'sent',
        FULFILLED: 'sent',
        Cancelled: 'cancelled',
        Refunded: 'refunded',
        Odd: 'unknown',
        'Awaiting payment': 'unpaid',
      }),
    ],
  },
  tiktok: {
    order: 'Order ID',
    item: 'Product Name',
    quantity: 'Quantity',
    repeats: true,
    to: { 'Order Status': 'To ship', Recipient: 'Elin Strand', 'Phone #': '(+1)2135550100', 'Address Line 1': 'Kaj 1' },
    states: [
      ...inColumn('Order Status', {
        'To ship': null,
        AWAITING_SHIPMENT: null,
        Unpaid: 'unpaid',
        'On hold': 'on-hold',
        Shipped: 'sent',
        Completed: 'sent',
        Canceled: 'cancelled',
        Delivered: 'sent',
      }),
      ...inColumn('Order Substatus', {
        'Awaiting shipment': null,
        'Awaiting collection': 'sent',
        'In transit': 'sent',
      }),
      ...inColumn('Cancelation/Return Type', { '': null, Cancel: 'cancelled', 'Return/Refund': 'refunded' }),
      ...inColumn('Fulfillment Type', { 'Fulfillment by seller': null, 'Fulfillment by TikTok Shop': 'elsewhere' }),
      ...inColumn('Shipped Time', { '': null, '11/26/2026 9:00:00 AM': 'sent' }),
    ],
  },
  'click-and-drop': {
    order: 'Order reference',
    item: 'Contents',
    quantity: 'Quantity',
    repeats: true,
    to: { 'Full name': 'Elin Strand', 'Address line 1': 'Kaj 1', Postcode: '41104' },
    states: [
      [{}, null],
      ...inColumn('Status', {
        New: null,
        Despatched: 'sent',
        Cancelled: 'cancelled',
        'On hold': 'on-hold',
        'Label generated': 'unknown',
      }),
      ...inColumn('Despatched on', { '': null, '26/11/2026': 'sent' }),
      ...inColumn('Payment status', { Paid: null, Completed: null, Pending: 'unpaid', Refunded: 'refunded' }),
      ...inColumn('Requires shipping', { true: null, Yes: null, false: 'nothing-to-ship', No: 'nothing-to-ship' }),
    ],
  },
};

/** An order of one item, of some of it, and of two. */
const SHAPES: { items: [string, string][]; description: string }[] = [
  { items: [['Mug', '1']], description: 'Mug' },
  { items: [['Mug', '3']], description: '3 × Mug' },
  {
    items: [
      ['Mug', '2'],
      ['Tea towel', '1'],
    ],
    description: '2 × Mug, Tea towel',
  },
];

const all = Object.entries(SYSTEMS) as [ShopSystem, Export][];
const cases = all.flatMap(([system, file]) => file.states.map(([cells, reason]) => ({ system, file, cells, reason })));

it.each(cases)('an order of $system with $cells: $reason', ({ system, file, cells, reason }) => {
  const of = { ...file.to, ...cells };
  const added = file.repeats ? of : {};
  const headers = [file.order, file.item, file.quantity, ...Object.keys(of)];
  for (const { items, description } of SHAPES) {
    // Before another, of which it says nothing.
    const orders = [items.map((item) => ['A1', item] as const), [['B2', ['Pen', '1']] as const]];
    const rows = orders.flatMap((some) =>
      some.map(([reference, item], at) => {
        const said: Cells = at === 0 ? (reference === 'A1' ? of : file.to) : added;
        return [reference, ...item, ...headers.slice(3).map((head) => said[head] ?? '')];
      }),
    );
    const lines = rows.map((row, at) => ({ line: at + 2, cells: row }));
    const reading = { ...guessMapping(headers), weightUnit: null, lengthUnit: null, currency: 'USD' };
    const read = readRows(headers, lines, reading).orders;
    expect(systemOf(headers)).toBe(system);
    expect(read.map(({ fields }) => [fields.reference, fields.description])).toEqual([
      ['A1', description],
      ['B2', 'Pen'],
    ]);
    expect(read[0]?.withheld?.reason ?? null).toBe(reason);
    expect(read[1]?.withheld ?? null).toBeNull();
  }
});
