import { createHmac } from 'node:crypto';
import { subDays } from 'date-fns/subDays';
import type { OrderOutcome } from '../../../src/domain/shop/connection.ts';
import { DRAFT_DAYS, type DraftFields } from '../../../src/domain/shop/draft.ts';
import { isSameSecret } from '../../auth/secrets.ts';
import type { Services } from '../../context/context.ts';
import type { UnitOfWork } from '../../context/unit-of-work.ts';
import { type ConnectionRow, noteOrder } from '../../stores/shops/connections.ts';
import { deleteOrder, isOrderDeleted, mergeDrafts, restoreOrder } from '../../stores/shops/drafts.ts';
import { lockShop } from '../../stores/shops/own-shipments.ts';
import { resolveCountries } from '../countries/resolve-countries.ts';
import { checkFields } from './check-drafts.ts';
import { assertRoomForDrafts } from './manage-drafts.ts';
import { type Order, readOrder, readOrderId } from './read-order.ts';

/** Tells whether a shop with the secret of this connection has signed a message. */
export function isSignedBy({ secrets }: Services, { secret }: ConnectionRow, body: Buffer, signature: string): boolean {
  if (secret === null) return false;
  return isSameSecret(createHmac('sha256', secrets.decryptCode(secret)).update(body).digest('base64'), signature);
}

type Shop = Pick<ConnectionRow, 'id' | 'userId' | 'kind' | 'parcel'>;

/**
 * Makes a draft of a shop's order, once. A later message about it changes the draft as long as nobody
 * has touched it, and takes it back if the order is cancelled. `isRestored`: after it was deleted.
 * `isTest`: nobody has ordered anything.
 * @throws BAD_REQUEST if it is no order, PRECONDITION_FAILED with too many drafts.
 */
export async function receiveOrder(
  unit: UnitOfWork,
  shop: Shop,
  sent: unknown,
  { isRestored, isTest }: { isRestored: boolean; isTest: boolean },
): Promise<OrderOutcome> {
  const { tx, services } = unit;
  const { environment } = services;
  const order = readOrder(shop.kind, sent, { parcel: shop.parcel, currency: environment.CURRENCY });
  const { reference, placedAt } = order;
  if (isTest) {
    await noteOrder(tx, shop.id, { reference, outcome: 'test' });
    return 'test';
  }
  // Drafts are forgotten after so many days, also those that must not come back.
  const isOld = placedAt !== null && placedAt < subDays(new Date(), DRAFT_DAYS);
  const without = order.without ?? (isOld ? 'old' : null);
  if (isRestored) await restoreOrder(tx, shop.id, order.orderId);
  const outcome = without ?? (await mergeOrder(unit, shop, order));
  if (without === 'cancelled') await mergeOrder(unit, shop, { ...order, fields: null });
  await noteOrder(tx, shop.id, { reference, outcome });
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
  await noteOrder(unit.tx, shop.id, { reference, outcome: 'cancelled' });
  return 'cancelled';
}

type Sent = Pick<Order, 'externalId' | 'orderId' | 'changedAt'> & { fields: DraftFields | null };

async function mergeOrder(
  unit: UnitOfWork,
  { id: connectionId, userId, kind: source }: Shop,
  { externalId, orderId, changedAt: sourceChangedAt, fields: written }: Sent,
): Promise<'draft' | 'known'> {
  const { environment } = unit.services;
  const { named } = resolveCountries(environment, { receiverCountry: written?.country ?? '' });
  const fields = written && { ...written, ...(named.receiverCountry && { country: named.receiverCountry }) };
  if (fields) {
    await assertRoomForDrafts(unit, userId, 1);
    if (await isOrderDeleted(unit.tx, connectionId, orderId)) return 'known';
  }
  const isValid = fields !== null && 'input' in checkFields(environment, fields);
  const draft = { source, externalId, fields, origin: null, isValid, sourceChangedAt, connectionId, orderId };
  const merged = await mergeDrafts(unit.tx, userId, [draft]);
  return merged.length > 0 ? 'draft' : 'known';
}
