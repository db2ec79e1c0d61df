import { createHmac } from 'node:crypto';
import { subDays } from 'date-fns/subDays';
import { and, eq, sql } from 'drizzle-orm';
import { type ConnectionKind, MAX_STATES, type OrderOutcome } from '../../src/domain/shops/connection.ts';
import { DRAFT_DAYS } from '../../src/domain/shops/draft.ts';
import { isForShopToSay } from '../../src/domain/shops/order-state.ts';
import type { Transaction } from '../base/database/client.ts';
import { shopConnections } from '../base/database/tables/shops/connections.ts';
import { drafts } from '../base/database/tables/shops/drafts.ts';
import { isSameSecret } from '../base/secrets/secrets.ts';
import { anyOf } from '../base/sql/lists.ts';
import type { Services } from '../context/context.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { lockShop } from '../shops/store/own-shipments.ts';
import { mailChangedOrders } from './changed-orders.ts';
import { prepareOrder } from './check-drafts.ts';
import { assertRoomForDrafts, hasRoomForDrafts } from './manage-drafts.ts';
import { type Order, readOrder, readOrderId } from './read-order.ts';
import type { ConnectionRow } from './store/connections.ts';
import { mergeDrafts } from './store/drafts.ts';

export function isSignedBy({ secrets }: Services, { secret }: ConnectionRow, body: Buffer, signature: string): boolean {
  if (secret === null) return false;
  return isSameSecret(createHmac('sha256', secrets.decryptCode(secret)).update(body).digest('base64'), signature);
}

type Shop = Pick<ConnectionRow, 'id' | 'userId' | 'kind' | 'parcel' | 'seenStates' | 'acceptedStates'>;

/** `seenStates` has the new state, if there is one. */
async function noteOrder(
  tx: Transaction,
  id: string,
  { reference, outcome, seenStates }: { reference: string; outcome: OrderOutcome; seenStates?: string[] },
): Promise<void> {
  await tx
    .update(shopConnections)
    .set({ orderAt: sql`now()`, orderReference: reference, orderOutcome: outcome, seenStates })
    .where(eq(shopConnections.id, id));
}

/** This row stays, so that no message brings a deleted order back. */
const deletedName = (connectionId: string, orderId: string) => `deleted ${connectionId} ${orderId}`;

async function restoreOrder(tx: Transaction, connectionId: string, orderId: string): Promise<void> {
  await tx.delete(drafts).where(isDeletion(connectionId, orderId));
  // What comes with it may be of the same second.
  await tx
    .update(drafts)
    .set({ sourceChangedAt: null })
    .where(and(eq(drafts.connectionId, connectionId), eq(drafts.orderId, orderId)));
}

const isDeletion = (connectionId: string, orderId: string) =>
  and(
    eq(drafts.connectionId, connectionId),
    eq(drafts.orderId, orderId),
    eq(drafts.externalId, deletedName(connectionId, orderId)),
  );

/**
 * Makes a draft of a shop's order, once. A later message changes the draft as long as nobody has
 * touched it, and always whether it should be sent. Otherwise it is shown as news. `isTest`: nobody
 * has ordered anything.
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
  // Two messages must not name an order twice.
  await lockShop(tx, shop.userId);
  if (isRestored) await restoreOrder(tx, shop.id, order.orderId);
  const outcome = isTest || withheld?.reason === 'test' ? 'test' : await mergeOrder(unit, shop, order);
  const isNewState = withheld && isForShopToSay(withheld) && !seenStates.includes(withheld.state);
  const states = isNewState && { seenStates: [withheld.state, ...seenStates].slice(0, MAX_STATES) };
  await noteOrder(tx, shop.id, { reference, outcome, ...states });
  return outcome;
}

/**
 * No message brings the order back, even if this comes first.
 * @throws BAD_REQUEST without an id
 */
export async function receiveDeletion(unit: UnitOfWork, shop: Shop, sent: unknown): Promise<OrderOutcome> {
  const { tx } = unit;
  const { id: connectionId, userId, kind: source } = shop;
  const orderId = readOrderId(sent);
  await lockShop(tx, userId);
  const known = await tx
    .select({ externalId: drafts.externalId, reference: drafts.reference, sourceChangedAt: drafts.sourceChangedAt })
    .from(drafts)
    .where(and(eq(drafts.connectionId, connectionId), eq(drafts.orderId, orderId)));
  const names = new Map(known.map(({ externalId, sourceChangedAt }) => [externalId ?? '', sourceChangedAt]));
  names.set(deletedName(connectionId, orderId), null);
  const withheld = { reason: 'cancelled' as const, state: '' };
  const nothing = { source, fields: null, origin: null, isValid: false, withheld, connectionId, orderId };
  const rows = Array.from(names, ([externalId, sourceChangedAt]) => ({ ...nothing, externalId, sourceChangedAt }));
  await mergeDrafts(tx, userId, rows);
  const numbers = known.map(({ reference }) => reference).filter(Boolean);
  await mailChangedOrders(unit, userId);
  await noteOrder(tx, connectionId, { reference: numbers[0] ?? orderId, outcome: 'cancelled' });
  return 'cancelled';
}

interface NamedOrder {
  userId: string;
  source: ConnectionKind;
  connectionId: string;
  orderId: string;
  globalId: string | null;
}

/** Keeps the name of a connection that has ended, but never another shop’s. */
async function nameOrder(
  tx: Transaction,
  { userId, source, connectionId, orderId, globalId }: NamedOrder,
): Promise<{ externalId: string; isNew: boolean }> {
  const ownName = `${connectionId} ${orderId}`;
  const names = [ownName, ...(globalId === null ? [] : [globalId])];
  const rows = await tx
    .select({ externalId: drafts.externalId, connectionId: drafts.connectionId })
    .from(drafts)
    .where(and(eq(drafts.userId, userId), eq(drafts.source, source), anyOf(drafts.externalId, names)));
  const own = rows.find((row) => row.connectionId === null || row.connectionId === connectionId);
  if (own) return { externalId: own.externalId ?? ownName, isNew: false };
  return { externalId: rows.length > 0 ? ownName : (globalId ?? ownName), isNew: true };
}

async function mergeOrder(
  unit: UnitOfWork,
  { id: connectionId, userId, kind: source }: Shop,
  { globalId, orderId, placedAt, changedAt: sourceChangedAt, withheld, fields: written }: Order,
): Promise<OrderOutcome> {
  const { tx, services } = unit;
  if ((await tx.$count(drafts, isDeletion(connectionId, orderId))) > 0) return 'known';
  const { externalId, isNew } = await nameOrder(tx, { userId, source, connectionId, orderId, globalId });
  if (isNew) {
    // Old drafts are forgotten, also those that must not come back.
    if (placedAt !== null && placedAt < subDays(new Date(), DRAFT_DAYS)) return withheld?.reason ?? 'old';
    if (withheld && !(await hasRoomForDrafts(unit, userId, { withheld: 1 }))) return withheld.reason;
    if (!withheld) await assertRoomForDrafts(unit, userId, { toSend: 1 });
  }
  const names = { source, externalId, connectionId, orderId };
  const order = { ...names, ...prepareOrder(services.environment, written), withheld, sourceChangedAt, origin: null };
  const merged = await mergeDrafts(tx, userId, [order]);
  if (merged.some(({ isNews }) => isNews)) await mailChangedOrders(unit, userId);
  return merged.some(({ isChanged }) => isChanged) ? (withheld?.reason ?? 'draft') : 'known';
}
