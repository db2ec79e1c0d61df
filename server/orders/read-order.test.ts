/** Some fifty messages of each system: its states in each shape that its messages have them. */

import { expect, it } from 'vitest';
import { parseAmount } from '../../src/domain/money.ts';
import type { WithheldReason } from '../../src/domain/shops/order-state.ts';
import { ORDERS } from '../../tests/support/shop-orders.ts';
import { readOrder } from './read-order.ts';

const item = (details: object) => ({ name: 'Mug', quantity: 1, price: '10', total: '10', grams: 100, ...details });
const SHAPES = [
  { line_items: [item({})], description: 'Mug' },
  { line_items: [item({ quantity: 3 })], description: '3 × Mug' },
  { line_items: [item({ quantity: 2 }), item({ name: 'Tea towel' })], description: '2 × Mug, Tea towel' },
];

const inState = (status: string, reason: WithheldReason | null) => [{ status }, reason] as const;
const NO_WAY = { shipping_lines: [] };
const NOWHERE = { shipping: { first_name: '', address_1: '' } };

const WOOCOMMERCE: readonly (readonly [object, WithheldReason | null])[] = [
  inState('processing', null),
  inState('wc-processing', null),
  inState('pending', 'unpaid'),
  inState('checkout-draft', 'unpaid'),
  inState('on-hold', 'on-hold'),
  inState('completed', 'sent'),
  inState('cancelled', 'cancelled'),
  inState('failed', 'cancelled'),
  inState('trash', 'cancelled'),
  inState('refunded', 'refunded'),
  inState('awaiting-pickup', 'unknown'),
  inState('shipped', 'sent'),
  [{ created_via: 'store-api', ...NO_WAY }, 'nothing-to-ship'],
  [{ created_via: 'store-api' }, null],
  [{ created_via: 'admin', ...NO_WAY }, null],
  [{ created_via: 'checkout', ...NO_WAY, ...NOWHERE }, 'nothing-to-ship'],
  [{ needs_processing: false }, 'nothing-to-ship'],
  [{ shipping_lines: [{ method_id: 'local_pickup' }] }, 'collected'],
  [{ shipping_lines: [{ method_id: 'pickup_location' }], status: 'cancelled' }, 'cancelled'],
];

const SHOPIFY: readonly (readonly [object, WithheldReason | null])[] = [
  [{ financial_status: 'paid', fulfillment_status: null }, null],
  [{ financial_status: 'authorized' }, null],
  [{ financial_status: 'partially_refunded' }, null],
  [{ financial_status: 'pending' }, 'unpaid'],
  [{ financial_status: 'partially_paid' }, 'unpaid'],
  [{ financial_status: 'pending', payment_gateway_names: ['Cash on Delivery (COD)'] }, null],
  [{ financial_status: 'refunded' }, 'refunded'],
  [{ financial_status: 'voided' }, 'cancelled'],
  [{ financial_status: 'expired' }, 'cancelled'],
  [{ fulfillment_status: 'fulfilled' }, 'sent'],
  [{ fulfillment_status: 'partial' }, null],
  [{ fulfillment_status: 'restocked' }, 'refunded'],
  [{ fulfillment_status: 'on_hold' }, 'on-hold'],
  [{ fulfillment_status: 'in_a_plug_in' }, 'unknown'],
  [{ cancelled_at: '2026-11-26T12:00:00Z' }, 'cancelled'],
  [{ test: true }, 'test'],
  [{ payment_gateway_names: ['bogus'] }, 'test'],
  [{ shipping_address: null, source_name: 'pos' }, 'collected'],
];

const TABLE = { woocommerce: WOOCOMMERCE, shopify: SHOPIFY };
const defaults = { parcel: {}, currency: 'EUR', accepted: [] };

it.each(
  (['woocommerce', 'shopify'] as const).flatMap((kind) =>
    TABLE[kind].map(([said, reason]) => ({ kind, said, reason })),
  ),
)('an order of $kind with $said: $reason', ({ kind, said, reason }) => {
  for (const { line_items, description } of SHAPES) {
    const { withheld, fields } = readOrder(kind, ORDERS[kind](1, { line_items, ...said }), defaults);
    expect([withheld?.reason ?? null, fields.description]).toEqual([reason, description]);
  }
});

it.each([
  ['woocommerce', { virtual: true }, { virtual: true }],
  ['woocommerce', { downloadable: true }, { downloadable: true }],
  ['shopify', { requires_shipping: false }, { gift_card: true }],
] as const)('%s has nothing to ship where no item is sent', (kind, one, other) => {
  const [plain, nothing, also] = [item({ name: 'Book' }), item({ name: 'E-book', ...one }), item(other)];
  const read = (...line_items: object[]) => readOrder(kind, ORDERS[kind](1, { line_items }), defaults);
  expect(read(nothing, also).withheld?.reason).toBe('nothing-to-ship');
  expect(read(nothing, plain).withheld).toBeNull();
});

const COD = { payment_method: 'cod', total: '54.90', date_paid: null, date_paid_gmt: null };
const GATEWAY = { payment_gateway_names: ['Cash on Delivery (COD)'], total_outstanding: '54.90' };
it.each([
  ['woocommerce', COD, '54.90'],
  ['woocommerce', { ...COD, currency: 'SEK' }, '54.90 SEK'],
  ['woocommerce', { ...COD, currency: 'JPY', total: '5490.00' }, '5490 JPY'],
  ['woocommerce', { ...COD, currency: 'no code' }, '54.90 no code'],
  ['woocommerce', { ...COD, refunds: [{ total: '-4.90' }] }, '50.00'],
  ['woocommerce', { ...COD, date_paid_gmt: '2026-11-26T12:00:00' }, undefined],
  ['woocommerce', { ...COD, payment_method: 'bacs' }, undefined],
  ['shopify', { ...GATEWAY, financial_status: 'pending' }, '54.90'],
  ['shopify', { ...GATEWAY, financial_status: 'partially_paid', total_outstanding: '4.90' }, '4.90'],
  ['shopify', { ...GATEWAY, financial_status: 'paid' }, undefined],
  ['shopify', { ...GATEWAY, financial_status: 'pending', payment_gateway_names: ['manual'] }, undefined],
] as const)('an order of %s with %j has %s collected', (kind, said, cod) => {
  expect(readOrder(kind, ORDERS[kind](1, { currency: 'EUR', ...said }), defaults).fields.cod).toBe(cod);
});

it.each(['woocommerce', 'shopify'] as const)(
  'an order of %s in the brand’s yen can be read as it is written',
  (kind) => {
    const line_items = [item({ total: '5490.00', price: '5490' })];
    const { value = '' } = readOrder(kind, ORDERS[kind](1, { line_items, currency: 'JPY' }), {
      ...defaults,
      currency: 'JPY',
    }).fields;
    expect([value, parseAmount(value, 'JPY')]).toEqual(['5490', 5490]);
  },
);
