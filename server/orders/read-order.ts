/** Missing or odd fields are left out: people add them to the draft. */
import { currenciesSigned } from '../../src/domain/currency.ts';
import { writeFigure } from '../../src/domain/money.ts';
import type { ConnectionKind, UsualParcel } from '../../src/domain/shops/connection.ts';
import type { DraftFields } from '../../src/domain/shops/draft.ts';
import { describeItems } from '../../src/domain/shops/order-rows.ts';
import {
  ON_DELIVERY,
  type OrderSigns,
  type Withheld,
  type WithheldReason,
  whyNotToSend,
} from '../../src/domain/shops/order-state.ts';
import { BY_CODE, placeAddress, readText } from '../../src/domain/shops/order-text.ts';
import { beginningOf } from '../../src/domain/text.ts';
import { UserError } from '../base/errors/errors.ts';

export interface Order {
  /** Copies of a shop share it. Null if only its shop knows it. */
  globalId: string | null;
  /** Unique in its shop. */
  orderId: string;
  /** Its number, as people say it. */
  reference: string;
  withheld: Withheld | null;
  placedAt: Date | null;
  changedAt: Date | null;
  fields: DraftFields;
}

interface Defaults {
  parcel: UsualParcel;
  /** What values are in. */
  currency: string;
  /** States that the shop counts as to be sent. */
  accepted: readonly string[];
}

/** JSON of any shape. */
type Json = Record<string, unknown>;

const MAX_TEXT = 500;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const object = (value: unknown): Json => (isObject(value) ? value : {});
const list = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
const number = (value: unknown): number => (Number.isFinite(Number(value)) ? Number(value) : 0);

/** Returns one line that fits a column. */
const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? readText(String(value), MAX_TEXT) : '';

const joined = (parts: readonly unknown[], separator: string) =>
  beginningOf(parts.map(text).filter(Boolean).join(separator), MAX_TEXT);

const EARLIEST = new Date('1970-01-01T00:00:00Z');
const LATEST = new Date('9999-01-01T00:00:00Z');

/** WooCommerce writes UTC without its Z. The database has no year 0. */
function readTime(value: unknown): Date | null {
  const written = text(value);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(written)) return null;
  const time = new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(written) ? written : `${written}Z`);
  return time >= EARLIEST && time < LATEST ? time : null;
}

interface Item {
  name: string;
  quantity: number;
  /** The sum of all of them, in the order's currency. */
  value: number;
}

function worthOf(items: readonly Item[], currency: string, own: string): string {
  return inCurrency(
    items.reduce((total, { value }) => total + value, 0),
    currency,
    own,
  );
}

const inCurrency = (amount: number, currency: string, own: string): string => {
  const written = writeFigure(amount, currenciesSigned(currency)[0] ?? own);
  return currency === own ? written : currency && `${written} ${currency}`;
};

function withParcel(fields: DraftFields, parcel: UsualParcel): DraftFields {
  const usual = Object.fromEntries(Object.entries(parcel).map(([part, size]) => [part, String(size)]));
  const said = Object.fromEntries(Object.entries(fields).filter(([, written]) => written !== ''));
  return { ...usual, ...said };
}

const because = (reason: WithheldReason): Withheld => ({ reason, state: '' });

const PICK_UP = new Set(['local_pickup', 'pickup_location']);

function certainOfWooCommerce(order: Json, items: readonly Json[]): Withheld | null {
  const ways = list(order.shipping_lines);
  if (ways.length > 0 && ways.every(({ method_id }) => PICK_UP.has(text(method_id)))) return because('collected');
  // The checkout of blocks copies the billing address also for virtual goods.
  const isFromBlocks = text(order.created_via) === 'store-api';
  const hasWay = ways.length > 0 || (!isFromBlocks && text(object(order.shipping).address_1) !== '');
  const isVirtual = items.length > 0 && items.every(({ virtual, downloadable }) => isYes(virtual ?? downloadable));
  return !hasWay || isVirtual || order.needs_processing === false ? because('nothing-to-ship') : null;
}

const isYes = (value: unknown) => value === true || value === 'yes';

function readWooCommerce(order: Json, { parcel, currency, accepted }: Defaults): Order | null {
  const id = text(order.id);
  if (id === '' || text(order.status) === '' || !Array.isArray(order.line_items)) return null;
  const billing = object(order.billing);
  const shipping = object(order.shipping);
  const to = text(shipping.address_1) === '' ? billing : shipping;
  const items = list(order.line_items).map((item) => ({
    name: text(item.name),
    quantity: number(item.quantity),
    value: number(item.total),
  }));
  const reference = text(order.number) || id;
  const isOnDelivery = text(order.payment_method) === 'cod' && !order.date_paid && !order.date_paid_gmt;
  // Refunds are below zero.
  const open = list(order.refunds).reduce((sum, { total }) => sum + number(total), number(order.total));
  return {
    // Two shops can share ids, but not keys.
    globalId: text(order.order_key) || null,
    orderId: id,
    reference,
    withheld: whyNotToSend(
      { order: text(order.status), certain: certainOfWooCommerce(order, list(order.line_items)) },
      { system: 'woocommerce', accepted },
    ),
    placedAt: readTime(order.date_created_gmt),
    changedAt: readTime(order.date_modified_gmt),
    fields: withParcel(
      {
        reference,
        ...placeAddress({
          name: text(to.first_name),
          lastName: text(to.last_name),
          company: text(to.company),
          line1: text(to.address_1),
          line2: text(to.address_2),
          line3: text(to.address_3),
          city: text(to.city),
          state: text(to.state),
          postcode: text(to.postcode),
          country: text(to.country),
        }),
        receiverEmail: text(billing.email),
        receiverPhone: text(to.phone) || text(billing.phone),
        description: describeItems(items),
        value: worthOf(items, text(order.currency), currency),
        ...(isOnDelivery && open > 0 && { cod: inCurrency(open, text(order.currency), currency) }),
      },
      parcel,
    ),
  };
}

function signsOfShopify(order: Json, toShip: readonly Json[]): OrderSigns {
  const ways = Array.isArray(order.payment_gateway_names) ? order.payment_gateway_names : [];
  return {
    payment: text(order.financial_status),
    paymentMethod: joined(ways, ', '),
    fulfilment: text(order.fulfillment_status),
    certain: certainOfShopify(order, toShip),
  };
}

function certainOfShopify(order: Json, toShip: readonly Json[]): Withheld | null {
  if (order.test === true) return because('test');
  if (order.cancelled_at) return because('cancelled');
  // Sold over a counter, or collected there.
  const isCollected = list(order.shipping_lines).some(({ delivery_category: way }) => /pick_?up/i.test(text(way)));
  const hasAddress = isObject(order.shipping_address);
  if (!hasAddress && (text(order.source_name) === 'pos' || isCollected)) return because('collected');
  return toShip.length === 0 ? because('nothing-to-ship') : null;
}

/** What is neither sent nor removed. */
const leftOf = (item: Json) => number(item.fulfillable_quantity ?? item.current_quantity ?? item.quantity);

function readShopify(order: Json, { parcel, currency, accepted }: Defaults): Order | null {
  const id = text(order.admin_graphql_api_id) || text(order.id);
  if (id === '' || !Array.isArray(order.line_items)) return null;
  const to = object(order.shipping_address);
  const customer = object(order.customer);
  const country = text(to.country_code) || text(to.country);
  const all = list(order.line_items);
  const toShip = all.filter((item) => (item.requires_shipping ?? !item.gift_card) !== false && leftOf(item) > 0);
  const quantityOf = toShip.length > 0 ? leftOf : ({ quantity }: Json) => number(quantity);
  const described = toShip.length > 0 ? toShip : all;
  const items = described.map((item) => ({
    name: text(item.name) || text(item.title),
    quantity: quantityOf(item),
    value: number(item.price) * quantityOf(item),
  }));
  const grams = described.reduce((sum, item) => sum + number(item.grams) * quantityOf(item), 0);
  const reference = text(order.name) || text(order.order_number);
  const signs = signsOfShopify(order, toShip);
  const isOnDelivery =
    ON_DELIVERY.test(signs.paymentMethod ?? '') && /^(pending|partially_paid)$/.test(signs.payment ?? '');
  const open = number(order.total_outstanding ?? order.current_total_price ?? order.total_price);
  return {
    globalId: id,
    orderId: text(order.id),
    reference,
    withheld: whyNotToSend(signs, { system: 'shopify', accepted }),
    placedAt: readTime(order.created_at),
    changedAt: readTime(order.updated_at),
    fields: withParcel(
      {
        reference,
        ...placeAddress({
          name: text(to.name) || text(to.first_name),
          lastName: text(to.last_name),
          company: text(to.company),
          line1: text(to.address1),
          line2: text(to.address2),
          line3: text(to.address3),
          city: text(to.city),
          state: (BY_CODE.has(country) && text(to.province_code)) || text(to.province),
          postcode: text(to.zip),
          country,
        }),
        receiverEmail: text(order.email) || text(order.contact_email) || text(customer.email),
        receiverPhone:
          text(to.phone) || text(order.phone) || text(customer.phone) || text(object(order.billing_address).phone),
        description: describeItems(items),
        weightG: grams > 0 ? String(Math.round(grams)) : '',
        value: worthOf(items, text(order.currency), currency),
        ...(isOnDelivery && open > 0 && { cod: inCurrency(open, text(order.currency), currency) }),
      },
      parcel,
    ),
  };
}

/**
 * A deletion has only the id.
 * @throws BAD_REQUEST if it has none
 */
export function readOrderId(sent: unknown): string {
  const id = text(object(sent).id);
  if (id === '') throw new UserError('BAD_REQUEST', 'This is no order.');
  return id;
}

const READERS = { woocommerce: readWooCommerce, shopify: readShopify };

/** @throws BAD_REQUEST if it is none */
export function readOrder(kind: ConnectionKind, sent: unknown, defaults: Defaults): Order {
  const order = isObject(sent) ? READERS[kind](sent, defaults) : null;
  if (!order) throw new UserError('BAD_REQUEST', whyNoOrder(object(sent)));
  return order;
}

function whyNoOrder(sent: Json): string {
  // Old WooCommerce webhooks and Shopify’s interface wrap orders like this.
  if (isObject(sent.order)) return 'It sent an order in an old format. Choose the latest API version for the webhook.';
  if (text(sent.code).startsWith('woocommerce_')) {
    return 'WooCommerce may not read its own orders. Have an administrator save the webhook again.';
  }
  return 'This is no order.';
}
