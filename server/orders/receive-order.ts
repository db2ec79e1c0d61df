import { createHmac } from 'node:crypto';
import { subDays } from 'date-fns/subDays';
import { MAX_STATES, type OrderOutcome } from '../../src/domain/shops/connection.ts';
import { DRAFT_DAYS, splitValue } from '../../src/domain/shops/draft.ts';
import { isForShopToSay } from '../../src/domain/shops/order-state.ts';
import { isSameSecret } from '../base/secrets/secrets.ts';
import type { Services } from '../context/context.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { resolveCountries } from '../countries/resolve-countries.ts';
import { lockShop } from '../shops/store/own-shipments.ts';
import { mailChangedOrders } from './changed-orders.ts';
import { checkFields } from './check-drafts.ts';
import { assertRoomForDrafts, hasRoomForDrafts } from './manage-drafts.ts';
import { type Order, readOrder, readOrderId } from './read-order.ts';
import { type ConnectionRow, noteOrder } from './store/connections.ts';
import { deleteOrder, isOrderDeleted, mergeDrafts, nameOrder, restoreOrder } from './store/drafts.ts';

/** Tells whether a shop with the secret of this connection has signed a message. */
export function isSignedBy({ secrets }: Services, { secret }: ConnectionRow, body: Buffer, signature: string): boolean {
  if (secret === null) return false;
  return isSameSecret(createHmac('sha256', secrets.decryptCode(secret)).update(body).digest('base64'), signature);
}

type Shop = Pick<ConnectionRow, 'id' | 'userId' | 'kind' | 'parcel' | 'seenStates' | 'acceptedStates'>;

/**
 * Makes a draft of a shop's order, once, and says why if it should not be sent. A later message changes the draft as
 * long as nobody has touched it, and always whether it should be sent. It is shown as news of a draft that a person has
 * changed or confirmed.
 * `isRestored`: after it was deleted. `isTest`: nobody has ordered anything.
 * @throws BAD_REQUEST if it is no order, PRECONDITION_FAILED with too many drafts.
 */
export async function receiveOrder(
  unit: UnitOfWork,
  shop: Shop,
  sent: unknown,
  { isRestored, isTest }: { isRestored: boolean; isTest: boolean },
): Promise<OrderOutcome> {
  const { tx, services } = unit;
  const { parcel, acceptedStates: accepted, seenStates } = shop;
  const order = readOrder(shop.kind, sent, { parcel, currency: services.environment.CURRENCY, accepted });
  const { reference, withheld } = order;
  // So that two messages do not name an order twice.
  await lockShop(tx, shop.userId);
  if (isRestored) await restoreOrder(tx, shop.id, order.orderId);
  const outcome = isTest || withheld?.reason === 'test' ? 'test' : await mergeOrder(unit, shop, order);
  const isNewState = withheld && isForShopToSay(withheld) && !seenStates.includes(withheld.state);
  const states = isNewState && { seenStates: [withheld.state, ...seenStates].slice(0, MAX_STATES) };
  await noteOrder(tx, shop.id, { reference, outcome, ...states });
  return outcome;
}

/**
 * Takes back the draft of an order that its shop has deleted; no message brings it back, also if it
 * comes first.
 * @throws BAD_REQUEST without an id
 */
export async function receiveDeletion(unit: UnitOfWork, shop: Shop, sent: unknown): Promise<OrderOutcome> {
  const orderId = readOrderId(sent);
  await lockShop(unit.tx, shop.userId);
  const reference = (await deleteOrder(unit.tx, shop, orderId)) || orderId;
  await mailChangedOrders(unit, shop.userId);
  await noteOrder(unit.tx, shop.id, { reference, outcome: 'cancelled' });
  return 'cancelled';
}

async function mergeOrder(
  unit: UnitOfWork,
  { id: connectionId, userId, kind: source }: Shop,
  { globalId, orderId, placedAt, changedAt: sourceChangedAt, withheld, fields: written }: Order,
): Promise<OrderOutcome> {
  const { tx, services } = unit;
  const { environment } = services;
  const { named } = resolveCountries(environment, { receiverCountry: written.country ?? '' });
  const inEnglish = { ...written, ...(named.receiverCountry && { country: named.receiverCountry }) };
  const { fields, foreignValue } = splitValue(inEnglish, environment.CURRENCY);
  if (await isOrderDeleted(tx, connectionId, orderId)) return 'known';
  const { externalId, isNew } = await nameOrder(tx, { userId, source, connectionId, orderId, globalId });
  if (isNew) {
    // Drafts are forgotten after so many days, also those that must not come back.
    if (placedAt !== null && placedAt < subDays(new Date(), DRAFT_DAYS)) return withheld?.reason ?? 'old';
    if (withheld && !(await hasRoomForDrafts(unit, userId, { withheld: 1 }))) return withheld.reason;
    if (!withheld) await assertRoomForDrafts(unit, userId, { toSend: 1 });
  }
  const isValid = 'input' in checkFields(environment, fields);
  const order = { fields, foreignValue, isValid, withheld, sourceChangedAt, origin: null };
  const merged = await mergeDrafts(tx, userId, [{ ...order, source, externalId, connectionId, orderId }]);
  if (merged.some(({ isNews }) => isNews)) await mailChangedOrders(unit, userId);
  return merged.some(({ isChanged }) => isChanged) ? (withheld?.reason ?? 'draft') : 'known';
}
