import { pick } from '../pick.ts';
import { plainHead } from '../shipment-file.ts';
import { shorten } from '../text.ts';
import type { DraftField, DraftFields } from './draft.ts';
import {
  type OrderSigns,
  plainState,
  type ShopSystem,
  type Withheld,
  type WithheldReason,
  whyNotToSend,
  worstOf,
} from './order-state.ts';

/** They are in the form of `plainHead`. The first that a file has counts. */
const SIGN_HEADS = {
  order: 'orderstatus status orderstate bestellstatus',
  payment: 'financialstatus paymentstatus',
  paymentMethod: 'paymentmethod paymentmethodtitle',
  fulfilment:
    'fulfillmentstatus fulfilmentstatus shippingstatus shipmentstatus deliverystatus dispatchstatus despatchstatus',
  cancelled:
    'cancelledat canceledat cancelledtime canceledtime cancelleddate canceleddate datecancelled datecanceled cancelled canceled',
  returned: 'cancelationreturntype cancellationreturntype returnstatus returntype',
  shipped:
    'dateshipped shippedondate shippedon shippedat shippeddate shippedtime despatchedon despatcheddate dispatchedon dispatcheddate',
  sender: 'fulfillmentchannel fulfilmentchannel fulfillmenttype fulfilmenttype',
  way: 'shippingmethodtitle shippingmethod deliverymethod deliveryoption',
  createdVia: 'createdvia',
  // These are about the item alone:
  part: 'ordersubstatus itemstatus orderitemstatus',
  itemFulfilment: 'lineitemfulfillmentstatus',
  needsShipping: 'lineitemrequiresshipping requiresshipping needsshipping',
  virtual: 'virtual isvirtual itemvirtual digital isdigital',
  itemType: 'listingtype producttype itemtype',
  toShip: 'quantitytoship',
  quantity:
    'lineitemquantity quantitypurchased quantity qty itemquantity itemqty productquantity skuquantity menge anzahl antal aantal',
};
type Sign = keyof typeof SIGN_HEADS;
type Signs = Partial<Record<Sign, string>>;
/** These hold for rows that only add an item, too, which leave them empty. */
const OF_THE_ORDER = [
  ...(['order', 'payment', 'paymentMethod', 'fulfilment', 'cancelled', 'returned', 'shipped'] as const),
  ...(['sender', 'way', 'createdVia'] as const),
];

export const SIGN_NAMES = Object.keys(SIGN_HEADS) as Sign[];

/** Each program alone has these columns together. */
const SYSTEMS: readonly { system: ShopSystem; heads: string }[] = [
  { system: 'shopify', heads: 'name lineitemname shippingname shippingzip' },
  { system: 'woocommerce', heads: 'ordernumber postcodeshipping firstnameshipping' },
  { system: 'woocommerce', heads: 'ordernumber shippingpostcode shippingfirstname' },
  { system: 'etsy', heads: 'orderid dateshipped shipzipcode' },
  { system: 'amazon', heads: 'orderid orderitemid shippostalcode' },
  { system: 'amazon', heads: 'amazonorderid shippostalcode' },
  { system: 'ebay', heads: 'salesrecordnumber ordernumber shiptoname' },
  { system: 'tiktok', heads: 'orderid orderstatus recipient phone' },
  { system: 'click-and-drop', heads: 'orderreference addressline1 postcode' },
];

export function systemOf(headers: readonly string[]): ShopSystem | null {
  const names = new Set(headers.map(plainHead));
  return SYSTEMS.find(({ heads }) => heads.split(' ').every((head) => names.has(head)))?.system ?? null;
}

export function findSigns(headers: readonly string[]): Map<Sign, number> {
  const places = new Map(headers.map((head, at) => [plainHead(head), at] as const).toReversed());
  return new Map(
    SIGN_NAMES.flatMap((sign) => {
      const at = SIGN_HEADS[sign]
        .split(' ')
        .map((head) => places.get(head))
        .find((place) => place !== undefined);
      return at === undefined ? [] : [[sign, at] as const];
    }),
  );
}

export interface OrderRow {
  line: number;
  fields: DraftFields;
  /** It ignores the texts for empty cells. */
  own: (field: DraftField | 'weightRest') => string;
  signs: Signs;
}

export interface ReadOrder {
  line: number;
  fields: DraftFields;
  withheld: Withheld | null;
}

interface Columns {
  system: ShopSystem | null;
  /** Whether a column of weights has those of one piece, or of the whole order in each row. */
  weights: 'piece' | 'row' | 'order';
  hasWay: boolean;
}

const PER_PIECE = /^(?:lineitem|item|product|unit|sku|variant)(?:grams|weight)|weightperitem/;
const PER_ORDER = /^(?:total|order|parcel|package|shipping)\w*weight/;
export function columnsOf(system: ShopSystem | null, signs: Map<Sign, number>, weightColumn: string): Columns {
  const head = plainHead(weightColumn);
  const isOfOrder = PER_ORDER.test(head) || system === 'tiktok';
  const weights = PER_PIECE.test(head) ? 'piece' : isOfOrder ? 'order' : 'row';
  return { system, weights, hasWay: signs.has('way') };
}

const CONTACT = ['receiverName', 'line1', 'city', 'postcode', 'receiverEmail', 'receiverPhone'] as const;
const ADDRESS = ['receiverName', 'line1', 'city', 'postcode'] as const;

const hasOwn = ({ own }: OrderRow, fields: readonly DraftField[]) => fields.some((field) => own(field) !== '');

/** Rows with another address stay apart. */
export function joinRows(rows: readonly OrderRow[], columns: Columns): ReadOrder[] {
  const groups: OrderRow[][] = [];
  // A file may give one reference to a thousand orders, so the address counts, too.
  const ofReference = new Map<string, { last: OrderRow[]; of: Map<string, OrderRow[]> }>();
  for (const row of rows) {
    const reference = row.own('reference');
    const known = ofReference.get(reference);
    const last = groups.at(-1);
    const address = addressOf(row);
    const isMore =
      address === '' && reference === '' && isItem(row) && last !== undefined && last[0]?.own('reference') !== '';
    // The sum of an order comes first at eBay, without its address.
    const same = isMore ? last : address === '' ? known?.last : (known?.of.get('') ?? known?.of.get(address));
    if (same) {
      same.push(row);
      continue;
    }
    const group = [row];
    groups.push(group);
    if (reference === '') continue;
    ofReference.set(reference, { last: group, of: (known?.of ?? new Map()).set(address, group) });
  }
  return groups.map((group) => joinOrder(group, columns));
}

const isItem = ({ own, signs }: OrderRow) =>
  own('description') !== '' && ((signs.quantity ?? '') !== '' || own('weightG') !== '');

/** Empty if the row has none. */
const addressOf = (row: OrderRow) =>
  hasOwn(row, ADDRESS) ? ADDRESS.map((field) => row.own(field).toLowerCase()).join('\n') : '';

function joinOrder(rows: readonly OrderRow[], columns: Columns): ReadOrder {
  const [first] = rows;
  if (!first) throw new Error('An order has a row');
  const hasPlace = rows.some((row) => hasOwn(row, ['line1', 'city', 'postcode']));
  const judged = rows.map((row) => {
    const inherited = hasOwn(row, ADDRESS) ? {} : pick(first.signs, ...OF_THE_ORDER);
    const own = Object.fromEntries(Object.entries(row.signs).filter(([, text]) => text !== ''));
    return { row, withheld: judge({ ...inherited, ...own }, columns, hasPlace) };
  });
  const toSend = judged.filter(({ withheld }) => withheld === null).map(({ row }) => row);
  const items = toSend.length > 0 ? toSend : rows;
  const fields: DraftFields = {};
  for (const row of rows) {
    for (const [field, text] of Object.entries(row.fields)) fields[field as keyof DraftFields] ??= text;
  }
  const description = describeItems(items.map((row) => ({ name: row.own('description'), quantity: quantityOf(row) })));
  if (description !== '') fields.description = description;
  const weightG = weigh(items, columns);
  if (weightG !== '') fields.weightG = weightG;
  const reasons = judged.flatMap(({ withheld }) => withheld ?? []);
  return { line: first.line, fields, withheld: toSend.length > 0 ? null : worstOf(reasons) };
}

const MAX_DESCRIPTION = 200;
/** `3 × Blue mug, Tea towel`. */
export const describeItems = (items: readonly { name: string; quantity: number }[]): string =>
  shorten(
    items
      .filter(({ name }) => name !== '')
      .map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name))
      .join(', '),
    MAX_DESCRIPTION,
  );

function quantityOf({ signs: { toShip, quantity = '' } }: OrderRow): number {
  const written = toShip && toShip !== '0' ? toShip : quantity;
  const [figure] = /^\d{1,5}(?=(?:[.,]0+)?$)/.exec(written) ?? [];
  return figure === undefined ? 1 : Number(figure);
}

/** An unreadable weight stays for people to see. */
function weigh(rows: readonly OrderRow[], { weights }: Columns): string {
  const weighed = rows.filter(({ own }) => own('weightG') !== '' || own('weightRest') !== '');
  const written = weighed.map(({ fields }) => fields.weightG ?? '');
  const odd = written.find((text) => !/^\d+$/.test(text));
  if (odd !== undefined || weighed.length === 0) return odd ?? '';
  if (weights === 'order') return String(Math.max(...written.map(Number)));
  const grams = weighed.map((row, at) => Number(written[at]) * (weights === 'piece' ? quantityOf(row) : 1));
  return String(grams.reduce((sum, one) => sum + one, 0));
}

const NO = new Set(['', 'no', 'false', '0', 'n', 'na', 'none', 'null', 'nein', 'nej']);
const isSaid = (text = '') => !NO.has(plainState(text));
const isDenied = (text = '') => text !== '' && NO.has(plainState(text));

/** A parcel that goes to a pick-up point is sent. */
const PICK_UP = /\b(?:local|store|in-?store|shop) ?pick-?up\b|\bclick (?:and|&) collect\b/i;
const SENT_ELSEWHERE = /^(?:afn|amazon|fba)\b|\bby (?:amazon|tiktok)\b/i;
const NOT_A_THING = /\b(?:digital|download(?:able)?|virtual|e-?book|gift ?card|voucher)\b/i;

function judge(signs: Signs, { system, hasWay }: Columns, hasPlace: boolean): Withheld | null {
  const itemState = plainState(signs.itemFulfilment ?? '');
  const isWithoutWay = hasWay && !isSaid(signs.way) && signs.createdVia === 'store-api';
  const isThing = !isDenied(signs.needsShipping) && !isSaid(signs.virtual) && !NOT_A_THING.test(signs.itemType ?? '');
  const facts: readonly [WithheldReason, boolean, string?][] = [
    ['cancelled', isSaid(signs.cancelled)],
    ['refunded', isSaid(signs.returned) && /return|refund/i.test(signs.returned ?? ''), signs.returned],
    ['cancelled', isSaid(signs.returned), signs.returned],
    ['sent', isSaid(signs.shipped) || itemState === 'fulfilled' || signs.toShip === '0'],
    ['refunded', itemState === 'restocked', signs.itemFulfilment],
    ['elsewhere', SENT_ELSEWHERE.test(signs.sender ?? ''), signs.sender],
    ['collected', PICK_UP.test(signs.way ?? ''), signs.way],
    ['nothing-to-ship', !isThing || isWithoutWay || (system === 'woocommerce' && !hasPlace)],
  ];
  const [reason, , state = ''] = facts.find(([, holds]) => holds) ?? [];
  const { order, part, payment, paymentMethod, fulfilment } = signs;
  const said: OrderSigns = { order, part, payment, paymentMethod, fulfilment };
  return whyNotToSend({ ...said, certain: reason ? { reason, state: shorten(state, 40) } : null }, { system });
}

export const LEFT_OUT_REASONS = ['unreadable', 'note', 'explains', 'empty'] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

/** Null if the row belongs to an order. */
export type WhyLeftOut = (row: OrderRow, at: number) => LeftOutReason | null;

export function findLeftOut(rows: readonly OrderRow[], isMapped: (field: DraftField) => boolean): WhyLeftOut {
  const withContact = new Set(rows.filter((row) => hasOwn(row, CONTACT)).map(({ own }) => own('reference')));
  const hasContacts = CONTACT.some(isMapped);
  return (row, at) => {
    if (at < EXPLAINING_ROWS && explains(row)) return 'explains';
    if (!hasContacts || hasOwn(row, CONTACT)) return null;
    const reference = row.own('reference');
    const isOfOrder = reference === '' ? at > 0 && isItem(row) : withContact.has(reference);
    return isOfOrder || (reference !== '' && row.own('description') !== '') ? null : 'note';
  };
}

const EXPLAINING_ROWS = 3;
/** Some of these have a digit or an @ in every order. */
const EXACT = ['reference', 'receiverEmail', 'receiverPhone', 'postcode', 'weightG'] as const;
function explains({ own, signs }: OrderRow): boolean {
  const exact = [...EXACT.map(own), signs.quantity ?? ''].filter(Boolean);
  return exact.length > 1 && exact.every((text) => /^[^\d@]*$/.test(text));
}
