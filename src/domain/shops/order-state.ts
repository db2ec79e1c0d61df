/** Files and messages of shops share these rules (decision 0108). */
import * as v from 'valibot';
import { shorten } from '../text.ts';

/** The reason that counts most comes first. */
export const WITHHELD_REASONS = [
  'test',
  'cancelled',
  'refunded',
  'sent',
  'elsewhere',
  'collected',
  'nothing-to-ship',
  'unpaid',
  'on-hold',
  'unknown',
] as const;
export type WithheldReason = (typeof WITHHELD_REASONS)[number];

export const WITHHELD_TEXTS: Record<WithheldReason, string> = {
  test: 'Only a test',
  cancelled: 'Cancelled',
  refunded: 'Refunded or returned',
  sent: 'Sent already',
  elsewhere: 'Sent by someone else',
  collected: 'Collected by the customer',
  'nothing-to-ship': 'Nothing to ship',
  unpaid: 'Not paid yet',
  'on-hold': 'On hold',
  unknown: 'A state that we don’t know',
};

/** `state` is the shop’s word. */
export const WithheldSchema = v.object({ reason: v.picklist(WITHHELD_REASONS), state: v.string() });
export type Withheld = v.InferOutput<typeof WithheldSchema>;

/** `Sent already (Completed)`. */
export const formatWithheld = ({ reason, state }: Withheld): string =>
  state === '' || plainState(state) === plainState(WITHHELD_TEXTS[reason])
    ? WITHHELD_TEXTS[reason]
    : `${WITHHELD_TEXTS[reason]} (${state})`;

/** A shop may decide to send orders in states of these kinds, too. */
export const FOR_SHOP_TO_SAY: readonly WithheldReason[] = ['unknown', 'unpaid', 'on-hold'];
export const isForShopToSay = ({ reason, state }: Withheld): boolean =>
  state !== '' && FOR_SHOP_TO_SAY.includes(reason);

export const SHOP_SYSTEMS = ['shopify', 'woocommerce', 'etsy', 'amazon', 'ebay', 'tiktok', 'click-and-drop'] as const;
export type ShopSystem = (typeof SHOP_SYSTEMS)[number];

/** Empty text says nothing. */
export interface OrderSigns {
  order?: string;
  /** It is about the item, or tells more about the order. */
  part?: string;
  payment?: string;
  paymentMethod?: string;
  fulfilment?: string;
  /** This reason holds in any state. */
  certain?: Withheld | null;
}

const MAX_STATE = 40;
/** `wc-processing`, `To ship` and `PARTIALLY_SHIPPED` compare in this form. */
export const plainState = (state: string): string =>
  state
    .slice(0, MAX_STATE)
    .toLowerCase()
    .replace(/^wc-/, '')
    .replace(/[^\p{L}\p{N}]/gu, '');

const words = (text: string) => new Set(text.split(' '));

const ORDERS_TO_SEND: Record<ShopSystem, string> = {
  shopify: 'open',
  woocommerce: 'processing',
  etsy: 'open paid unshipped processing',
  amazon: 'unshipped partiallyshipped',
  ebay: 'paid readytoship notstarted inprogress awaitingshipment awaitingpostage awaitingdispatch awaitingdespatch',
  tiktok: 'toship awaitingshipment partiallyshipping',
  'click-and-drop': 'new',
};
const ANY_TO_SEND = words(
  `${Object.values(ORDERS_TO_SEND).join(' ')} unfulfilled partiallyfulfilled awaitingfulfillment awaitingfulfilment readyforshipment`,
);
const PAID = words('paid authorized partiallyrefunded completed complete captured settled');
/** The courier collects this payment, so the parcel goes out before. */
export const ON_DELIVERY = /cash on delivery|\bcod\b/i;
const OF_TESTS = /\bbogus\b/i;
const TO_FULFIL = words('unfulfilled partial partiallyfulfilled unshipped notshipped partiallyshipped notstarted');
const NOTHING_SAID = words(' null none na');

/** They name the reason. A state that is missing here is unknown. */
const REASONS: Partial<Record<WithheldReason, Set<string>>> = {
  cancelled: words('cancelled canceled cancel voided void failed trash rejected declined expired closed'),
  refunded: words('refunded returned returnrefund refund restocked chargedback reversed'),
  sent: words(
    'fulfilled completed complete shipped delivered dispatched despatched sent intransit awaitingcollection shipping shippedandpaid',
  ),
  unpaid: words(
    'pending pendingpayment unpaid partiallypaid awaitingpayment waitingforpayment checkoutdraft autodraft draft',
  ),
  'on-hold': words('onhold hold held scheduled'),
};

const reasonOf = (state: string): WithheldReason =>
  WITHHELD_REASONS.find((reason) => REASONS[reason]?.has(state)) ?? 'unknown';

/** The shop says what these mean. */
const OTHER_LANGUAGES = words(
  'storniert versendet versandt bezahlt offen inbearbeitung abgeschlossen erstattet rückerstattet ' +
    'annulé annulée expédié expédiée terminé terminée remboursé remboursée encours payé payée ' +
    'cancelado cancelada enviado enviada completado completada reembolsado procesando pendiente pagado concluído ' +
    'annullato annullata spedito spedita completato completata rimborsato inlavorazione inattesa pagato ' +
    'geannuleerd verzonden afgerond terugbetaald inbehandeling betaald avbruten skickad slutförd återbetald betald ' +
    'anulowane wysłane zrealizowane zwrócone wtrakcierealizacji opłacone',
);
/** These may be about something else. */
const UNCLEAR = words(
  'new open closed complete completed shipping draft hold held failed failure expired scheduled sent',
);

export function lookLikeStates(cells: readonly string[]): boolean {
  const states = cells.map(plainState).filter(Boolean);
  const isKnown = (state: string) =>
    ANY_TO_SEND.has(state) || OTHER_LANGUAGES.has(state) || reasonOf(state) !== 'unknown';
  const known = states.filter(isKnown);
  return known.length * 2 >= states.length && known.some((state) => !UNCLEAR.has(state));
}

/**
 * Returns null to send it. `system` is null if unknown. In `accepted` states the shop itself sends
 * orders.
 */
export function whyNotToSend(
  { order, part, payment, paymentMethod = '', fulfilment, certain }: OrderSigns,
  { system, accepted = [] }: { system: ShopSystem | null; accepted?: readonly string[] },
): Withheld | null {
  // Any program writes files that look like click-and-drop.
  const isOfAny = system === null || system === 'click-and-drop';
  const orders = isOfAny ? ANY_TO_SEND : words(ORDERS_TO_SEND[system]);
  const isAccepted = new Set(accepted.map(plainState));
  const said = [
    [order, orders],
    [part, orders],
    [reasonOf(plainState(payment ?? '')) === 'unpaid' && ON_DELIVERY.test(paymentMethod) ? '' : payment, PAID],
    [fulfilment, TO_FULFIL],
  ] as const;
  const found = said.flatMap(([state = '', toSend]): Withheld[] => {
    const plain = plainState(state);
    if (NOTHING_SAID.has(plain) || toSend.has(plain) || isAccepted.has(plain)) return [];
    return [{ reason: reasonOf(plain), state: shorten(state, MAX_STATE) }];
  });
  if (OF_TESTS.test(paymentMethod)) found.push({ reason: 'test', state: '' });
  return worstOf(certain ? [...found, certain] : found);
}

/** The reason that counts most. */
export function worstOf(found: readonly Withheld[]): Withheld | null {
  const rank = ({ reason }: Withheld) => WITHHELD_REASONS.indexOf(reason);
  return found.toSorted((one, other) => rank(one) - rank(other))[0] ?? null;
}

/** *Sent* stops nothing: shops say so of what we send. */
export const STOPPING_REASONS = ['cancelled', 'refunded', 'collected', 'on-hold'] as const satisfies WithheldReason[];

/** Within one second, the later step counts, whatever comes last. */
export const ORDER_STEPS: Partial<Record<WithheldReason, number>> = {
  unpaid: 0,
  'on-hold': 1,
  sent: 3,
  refunded: 4,
  cancelled: 5,
};
export const USUAL_STEP = 2;
