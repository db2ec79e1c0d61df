/** Orders as WooCommerce and Shopify send them. Whatever is missing or odd is left out: people add it to the draft. */
import type { ConnectionKind, OrderOutcome, UsualParcel } from '../../../src/domain/shop/connection.ts';
import type { DraftFields } from '../../../src/domain/shop/draft.ts';
import { beginningOf, shorten } from '../../../src/domain/text.ts';
import { UserError } from '../../errors/errors.ts';

export interface Order {
  /** Unique among all shops of its kind. */
  externalId: string;
  /** Unique in its shop. */
  orderId: string;
  /** Its number, as people say it. */
  reference: string;
  /** Why it makes no draft; null if it makes one. */
  without: Exclude<OrderOutcome, 'draft' | 'known' | 'old' | 'test'> | null;
  placedAt: Date | null;
  changedAt: Date | null;
  fields: DraftFields;
}

interface Defaults {
  parcel: UsualParcel;
  /** What values are in. */
  currency: string;
}

/** JSON of any shape. */
type Json = Record<string, unknown>;

const MAX_TEXT = 500;
const MAX_DESCRIPTION = 200;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const object = (value: unknown): Json => (isObject(value) ? value : {});
const list = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
const number = (value: unknown): number => (Number.isFinite(Number(value)) ? Number(value) : 0);

/** On one line, of what a column can hold. */
function text(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  const line = beginningOf(String(value), MAX_TEXT).toWellFormed();
  return line.replace(/\p{Cc}+/gu, ' ').trim();
}

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

/** Where a city alone is not enough. */
const WITH_STATE = new Set(['US', 'CA', 'AU']);

interface Item {
  name: unknown;
  quantity: number;
  /** Of all of them, in the order's currency. */
  value: number;
}

function describeItems(items: readonly Item[]): string {
  const names = items.map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${text(name)}` : text(name)));
  return shorten(joined(names, ', '), MAX_DESCRIPTION);
}

const worthOf = (items: readonly Item[]) => items.reduce((sum, { value }) => sum + value, 0).toFixed(2);

function withParcel(fields: DraftFields, parcel: UsualParcel): DraftFields {
  const usual = Object.fromEntries(Object.entries(parcel).map(([part, size]) => [part, String(size)]));
  const said = Object.fromEntries(Object.entries(fields).filter(([, written]) => written !== ''));
  return { ...usual, ...said };
}

const UNPAID = new Set(['pending', 'on-hold', 'checkout-draft', 'auto-draft', 'draft']);
const CANCELLED = new Set(['cancelled', 'refunded', 'failed', 'trash']);
const PICK_UP = new Set(['local_pickup', 'pickup_location']);

function whyNotWooCommerce(order: Json): Order['without'] {
  const status = text(order.status).replace(/^wc-/, '');
  if (CANCELLED.has(status)) return 'cancelled';
  const ways = list(order.shipping_lines);
  // A cart of virtual goods has neither.
  const isVirtual = ways.length === 0 && text(object(order.shipping).address_1) === '';
  const isPickedUp = ways.length > 0 && ways.every(({ method_id }) => PICK_UP.has(text(method_id)));
  if (isVirtual || isPickedUp) return 'nothing-to-ship';
  if (UNPAID.has(status)) return 'unpaid';
  return status === 'completed' ? 'sent' : null;
}

function readWooCommerce(order: Json, { parcel, currency }: Defaults): Order | null {
  const id = text(order.id);
  if (id === '' || text(order.status) === '' || !Array.isArray(order.line_items)) return null;
  const billing = object(order.billing);
  const shipping = object(order.shipping);
  const to = text(shipping.address_1) === '' ? billing : shipping;
  const country = text(to.country);
  const items = list(order.line_items).map((item) => ({
    name: item.name,
    quantity: number(item.quantity),
    value: number(item.total),
  }));
  const reference = text(order.number) || id;
  return {
    // The ids of two shops are alike, their keys are not.
    externalId: text(order.order_key) || id,
    orderId: id,
    reference,
    without: whyNotWooCommerce(order),
    placedAt: readTime(order.date_created_gmt),
    changedAt: readTime(order.date_modified_gmt),
    fields: withParcel(
      {
        reference,
        receiverName: joined([joined([to.first_name, to.last_name], ' '), to.company], ', '),
        receiverEmail: text(billing.email),
        receiverPhone: text(to.phone) || text(billing.phone),
        line1: text(to.address_1),
        line2: text(to.address_2),
        city: joined([to.city, WITH_STATE.has(country) && to.state], ', '),
        postcode: text(to.postcode),
        country,
        description: describeItems(items),
        value: text(order.currency) === currency ? worthOf(items) : '',
      },
      parcel,
    ),
  };
}

function whyNotShopify(order: Json, items: readonly Json[]): Order['without'] {
  const paid = text(order.financial_status);
  if (order.cancelled_at || paid === 'voided' || paid === 'refunded') return 'cancelled';
  if (text(order.fulfillment_status) === 'fulfilled') return 'sent';
  if (items.length === 0) return 'nothing-to-ship';
  // Sold over a counter, or collected there.
  const isCollected = list(order.shipping_lines).some(({ delivery_category: way }) => /pick_?up/i.test(text(way)));
  const hasAddress = isObject(order.shipping_address);
  return !hasAddress && (text(order.source_name) === 'pos' || isCollected) ? 'nothing-to-ship' : null;
}

/** What is neither sent nor removed. */
const leftOf = (item: Json) => number(item.fulfillable_quantity ?? item.current_quantity ?? item.quantity);

function readShopify(order: Json, { parcel, currency }: Defaults): Order | null {
  const id = text(order.admin_graphql_api_id) || text(order.id);
  if (id === '' || !Array.isArray(order.line_items)) return null;
  const to = object(order.shipping_address);
  const customer = object(order.customer);
  const country = text(to.country_code) || text(to.country);
  const toShip = list(order.line_items).filter((item) => item.requires_shipping !== false && leftOf(item) > 0);
  const items = toShip.map((item) => ({
    name: item.name || item.title,
    quantity: leftOf(item),
    value: number(item.price) * leftOf(item),
  }));
  const grams = toShip.reduce((sum, item) => sum + number(item.grams) * leftOf(item), 0);
  const reference = text(order.name) || text(order.order_number);
  return {
    externalId: id,
    orderId: text(order.id),
    reference,
    without: whyNotShopify(order, toShip),
    placedAt: readTime(order.created_at),
    changedAt: readTime(order.updated_at),
    fields: withParcel(
      {
        reference,
        receiverName: joined([to.name || joined([to.first_name, to.last_name], ' '), to.company], ', '),
        receiverEmail: text(order.email) || text(order.contact_email) || text(customer.email),
        receiverPhone:
          text(to.phone) || text(order.phone) || text(customer.phone) || text(object(order.billing_address).phone),
        line1: text(to.address1),
        line2: text(to.address2),
        city: joined([to.city, WITH_STATE.has(country) && to.province_code], ', '),
        postcode: text(to.zip),
        country,
        description: describeItems(items),
        weightG: grams > 0 ? String(Math.round(grams)) : '',
        value: text(order.currency) === currency ? worthOf(items) : '',
      },
      parcel,
    ),
  };
}

/**
 * Reads the id of an order that a shop has deleted: it sends nothing else.
 * @throws BAD_REQUEST if it sent none
 */
export function readOrderId(sent: unknown): string {
  const id = text(object(sent).id);
  if (id === '') throw new UserError('BAD_REQUEST', 'This is no order.');
  return id;
}

const READERS = { woocommerce: readWooCommerce, shopify: readShopify };

/**
 * Reads an order that a shop sent.
 * @throws BAD_REQUEST if it is none
 */
export function readOrder(kind: ConnectionKind, sent: unknown, defaults: Defaults): Order {
  const order = isObject(sent) ? READERS[kind](sent, defaults) : null;
  if (!order) throw new UserError('BAD_REQUEST', 'This is no order.');
  return order;
}
