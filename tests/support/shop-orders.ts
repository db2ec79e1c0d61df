/** Orders of WooCommerce 9 and Shopify 2025-07, cut to what is read and what could be mistaken for it. */
import { createHmac } from 'node:crypto';
import { paths } from '../../src/domain/paths.ts';
import type { ConnectionKind } from '../../src/domain/shops/connection.ts';
import type { Person, TestServer } from './test-server.ts';

const wooItem = (details: object = {}) => ({
  id: 315,
  name: 'Ceramic mug',
  product_id: 93,
  variation_id: 0,
  quantity: 2,
  tax_class: '',
  subtotal: '29.80',
  subtotal_tax: '7.45',
  total: '29.80',
  total_tax: '7.45',
  meta_data: [],
  sku: 'MUG-1',
  price: 14.9,
  parent_name: null,
  ...details,
});

/** `order.updated` of WooCommerce. */
export const wooOrder = (number: number, details: object = {}) => ({
  id: number,
  parent_id: 0,
  status: 'processing',
  currency: 'EUR',
  version: '9.8.5',
  prices_include_tax: false,
  date_created: now(),
  date_modified: now(),
  shipping_total: '5.00',
  total: '42.25',
  customer_id: 0,
  order_key: `wc_order_${number}aXbYcZ`,
  billing: {
    first_name: 'Maja',
    last_name: 'Lind',
    company: '',
    address_1: 'Kungsgatan 1',
    address_2: '',
    city: 'Malmö',
    state: '',
    postcode: '211 49',
    country: 'SE',
    email: 'maja@example.com',
    phone: '+46 40 555 0111',
  },
  shipping: {
    first_name: 'Elin',
    last_name: 'Strand',
    company: 'Strand AB',
    address_1: 'Linnégatan 8',
    address_2: 'Floor 2',
    city: 'Göteborg',
    state: '',
    postcode: '413 04',
    country: 'SE',
    phone: '',
  },
  payment_method: 'bacs',
  customer_note: '',
  date_paid: now(),
  number: `${number}`,
  meta_data: [],
  line_items: [wooItem(), wooItem({ id: 316, name: 'Tea towel', quantity: 1, total: '9.00', price: 9 })],
  tax_lines: [],
  shipping_lines: [{ id: 317, method_title: 'Flat rate', method_id: 'flat_rate', instance_id: '1', total: '5.00' }],
  fee_lines: [],
  coupon_lines: [],
  refunds: [],
  needs_payment: false,
  needs_processing: true,
  date_created_gmt: now(),
  date_modified_gmt: now(),
  _links: { self: [{ href: `https://mugs.example/wp-json/wc/v3/orders/${number}` }] },
  ...details,
});

/** WordPress writes UTC without its Z, in whole seconds. */
const now = () => new Date().toISOString().slice(0, 19);

const shopifyItem = (details: object = {}) => ({
  id: 466157049,
  current_quantity: 2,
  fulfillable_quantity: 2,
  fulfillment_service: 'manual',
  fulfillment_status: null,
  gift_card: false,
  grams: 380,
  name: 'Ceramic mug - Blue',
  price: '14.90',
  quantity: 2,
  requires_shipping: true,
  sku: 'MUG-1',
  title: 'Ceramic mug',
  ...details,
});

/** `orders/updated` of Shopify. */
export const shopifyOrder = (number: number, details: object = {}) => ({
  id: 5_940_139_490_000 + number,
  admin_graphql_api_id: `gid://shopify/Order/${5_940_139_490_000 + number}`,
  cancel_reason: null,
  cancelled_at: null,
  confirmed: true,
  contact_email: 'elin@example.com',
  created_at: new Date().toISOString(),
  currency: 'EUR',
  current_subtotal_price: '29.80',
  email: 'elin@example.com',
  financial_status: 'paid',
  fulfillment_status: null,
  name: `#${number}`,
  number: number - 1_000,
  order_number: number,
  phone: null,
  source_name: 'web',
  test: false,
  total_weight: 760,
  updated_at: new Date().toISOString(),
  billing_address: { name: 'Maja Lind', phone: '+46 40 555 0111', country_code: 'SE' },
  customer: { id: 207119551, email: 'elin@example.com', first_name: 'Elin', last_name: 'Strand', phone: null },
  fulfillments: [],
  line_items: [shopifyItem()],
  refunds: [],
  shipping_address: {
    first_name: 'Elin',
    last_name: 'Strand',
    name: 'Elin Strand',
    company: null,
    phone: '+46 31 555 0192',
    address1: 'Linnégatan 8',
    address2: null,
    city: 'Göteborg',
    province: null,
    zip: '413 04',
    country: 'Sweden',
    country_code: 'SE',
    province_code: null,
    latitude: 57.7,
    longitude: 11.9,
  },
  shipping_lines: [{ id: 369256396, code: 'Standard', price: '5.00', source: 'shopify', title: 'Standard' }],
  ...details,
});

export const ORDERS = { woocommerce: wooOrder, shopify: shopifyOrder };
export const virtualOrder = (kind: ConnectionKind, number: number) =>
  kind === 'woocommerce'
    ? wooOrder(number, { shipping: { first_name: '', last_name: '', address_1: '', country: '' }, shipping_lines: [] })
    : shopifyOrder(number, {
        line_items: [shopifyItem({ requires_shipping: false })],
        shipping_address: null,
        shipping_lines: [],
      });

const HEADERS: Record<ConnectionKind, (signature: string) => Record<string, string>> = {
  woocommerce: (signature) => ({ 'x-wc-webhook-topic': 'order.updated', 'x-wc-webhook-signature': signature }),
  shopify: (signature) => ({ 'x-shopify-topic': 'orders/updated', 'x-shopify-hmac-sha256': signature }),
};

export interface ConnectedShop {
  kind: ConnectionKind;
  id: string;
  secret: string;
}

export const USUAL_PARCEL = { weightG: 800, lengthMm: 300, widthMm: 200, heightMm: 100 };

/** Connects a shop as its owner does. */
export async function connect(server: TestServer, owner: Person, kind: ConnectionKind): Promise<ConnectedShop> {
  const made = await server.call('shopConnection.connect', { kind, parcel: USUAL_PARCEL }, { as: owner });
  const { id } = made.data;
  if (made.data.secret !== null) return { kind, id, secret: made.data.secret };
  const secret = 'f00d'.repeat(16);
  await server.call('shopConnection.replaceSecret', { id, secret }, { as: owner });
  return { kind, id, secret };
}

/** A message as a shop signs it. */
export function signedMessage(
  { kind, id, secret }: ConnectedShop,
  order: unknown,
  headers: Record<string, string> = {},
) {
  const payload = typeof order === 'string' ? order : JSON.stringify(order);
  const signature = createHmac('sha256', secret).update(payload).digest('base64');
  return {
    url: paths.inbound(kind, id),
    headers: { 'content-type': 'application/json', ...HEADERS[kind](signature), ...headers },
    payload,
  };
}

/** What says that an order is deleted: its id alone. */
export const deletionOf = (shop: ConnectedShop, { id }: { id: number }) =>
  signedMessage(
    shop,
    { id },
    shop.kind === 'woocommerce' ? { 'x-wc-webhook-topic': 'order.deleted' } : { 'x-shopify-topic': 'orders/delete' },
  );

async function post(server: TestServer, message: ReturnType<typeof signedMessage>) {
  const response = await server.request({ method: 'POST', ...message });
  return { status: response.statusCode, body: response.json() as Record<string, unknown> };
}

/** Sends a message as a shop does. */
export const send = (server: TestServer, ...message: Parameters<typeof signedMessage>) =>
  post(server, signedMessage(...message));

/** Says that an order is deleted, as a shop does. */
export const sendDeletion = (server: TestServer, ...deletion: Parameters<typeof deletionOf>) =>
  post(server, deletionOf(...deletion));
