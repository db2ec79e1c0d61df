import { eq } from 'drizzle-orm';
import { GRANT_LIFE } from '../../src/domain/grant.ts';
import {
  type AskedReturn,
  type CreateReturn,
  type DecideReturn,
  NO_RETURNS,
  type RequestedReturn,
  type ReturnRules,
  type Returns,
} from '../../src/domain/returns.ts';
import type { Executor } from '../base/database/client.ts';
import { returns } from '../base/database/tables/shops/returns.ts';
import { UserError } from '../base/errors/errors.ts';
import type { Services } from '../context/context.ts';
import { inUnitOfWork, type UnitOfWork } from '../context/unit-of-work.ts';
import { findUser } from '../people/store/users.ts';
import { findShipment, type ShipmentRow } from '../shipments/store/shipments.ts';
import { getOwnAddress } from '../shops/own-address.ts';
import { findShopSettings, saveShopSettings } from '../shops/store/shop-settings.ts';
import { noteShopEvents } from '../webhooks/note-events.ts';
import { lockReturned, makeReturn, readReturnable } from './create-return.ts';
import { answerAskedReturn, insertReturn, listAskedReturns, listReturnsOf, type ReturnRow } from './store/returns.ts';
import { notFound } from './terms.ts';

export interface Asker {
  services: Services;
  userId: string | null;
  isTheirs: (shipment: ShipmentRow) => boolean;
  requestId: string;
  idempotencyKey: string | null;
}

/**
 * Returns a shipment for its receiver at once, or asks the shop, by its rules (shipment.requestReturn). A repeated call
 * gets the same return.
 * @throws NOT_FOUND, also to others; CONFLICT, PRECONDITION_FAILED; no-rate, balance-too-low.
 */
export function requestReturn(
  { services, userId, isTheirs, requestId, idempotencyKey }: Asker,
  { id, parcels }: CreateReturn,
): Promise<RequestedReturn> {
  const actor = userId === null ? null : { id: userId };
  return inUnitOfWork({ services, actor, procedure: 'shipment.requestReturn', requestId }, async (unit) => {
    const shipment = await lockReturned(unit, id);
    if (!shipment || !isTheirs(shipment)) throw notFound();
    const rows = await listReturnsOf(unit.tx, id);
    const earlier = rows.find(({ asked }) => idempotencyKey !== null && asked.idempotencyKey === idempotencyKey);
    if (earlier) return grantOf(unit, earlier.asked.returnId);
    const terms = await readReturnable(unit, shipment, 'receiver', parcels);
    if (terms.rules.mode === 'on')
      return grantOf(unit, (await makeReturn(unit, shipment, terms, { idempotencyKey, by: 'receiver' })).id);
    const returnId = await insertReturn(unit.tx, { shipmentId: id, status: 'asked', parcels, idempotencyKey });
    const shop = shipment.senderId && (await findUser(unit.tx, shipment.senderId));
    if (shop) await unit.mail({ kind: 'return-asked', receiver: shop.email, about: { userId: shop.id, returnId } });
    const event = { type: 'return.requested', status: shipment.status, occurredAt: new Date() } as const;
    await noteShopEvents(unit, [{ shipment, ...event }]);
    await unit.audit({ entity: 'shipment', entityId: id, after: { return: 'asked' } });
    return { trackingId: null, grant: null };
  });
}

/** Opens the return to its maker, who only gets its code by email. */
async function grantOf({ tx, services }: UnitOfWork, returnId: string | null): Promise<RequestedReturn> {
  const made = returnId && (await findShipment(tx, returnId));
  if (!made) return { trackingId: null, grant: null };
  const expiresAt = Date.now() + GRANT_LIFE;
  // Only until its sender is somebody else.
  const grant = made.senderCode &&
    made.senderClaim === 1 && {
      grant: services.secrets.signGrant(made.id, made.senderCode, expiresAt),
      expiresAt: new Date(expiresAt).toISOString(),
    };
  return { trackingId: made.trackingId, grant: grant || null };
}

async function findReturn(executor: Executor, id: string): Promise<ReturnRow | null> {
  const [row] = await executor.select().from(returns).where(eq(returns.id, id));
  return row ?? null;
}

/**
 * Says yes or no to what a receiver has asked for, once (shipper.decideReturn).
 * @throws NOT_FOUND, also for others’; CONFLICT; as createOwnReturn.
 */
export async function decideReturn(
  unit: UnitOfWork,
  userId: string,
  { id, accept, reason }: DecideReturn,
): Promise<void> {
  const seen = await findReturn(unit.tx, id);
  const shipment = seen && (await lockReturned(unit, seen.shipmentId));
  const asked = await findReturn(unit.tx, id);
  if (!asked || shipment?.senderId !== userId) throw new UserError('NOT_FOUND', 'Nobody asks for this return.');
  if (asked.status === (accept ? 'created' : 'declined')) return;
  if (asked.status !== 'asked') throw new UserError('CONFLICT', 'You have already answered this.');
  if (accept) {
    const terms = await readReturnable(unit, shipment, 'shop', asked.parcels ?? undefined);
    await makeReturn(unit, shipment, terms, { idempotencyKey: null });
    return;
  }
  await answerAskedReturn(unit.tx, id, { status: 'declined', reason });
  const about = { shipmentId: shipment.id, party: 'receiver', reason } as const;
  await unit.mail({ kind: 'return-declined', receiver: shipment.receiverEmail, about });
  await unit.audit({
    entity: 'shipment',
    entityId: shipment.id,
    before: { return: 'asked' },
    after: { return: 'declined' },
  });
}

export async function getReturns(executor: Executor, userId: string): Promise<Returns> {
  const asked = await listAskedReturns(executor, userId);
  return {
    rules: (await findShopSettings(executor, userId))?.returns ?? NO_RETURNS,
    address: await getOwnAddress(executor, userId),
    asked: asked.map(
      ({ parcels, createdAt, ...one }): AskedReturn => ({
        ...one,
        ...(parcels !== null && { parcels }),
        createdAt: createdAt.toISOString(),
      }),
    ),
  };
}

export async function saveReturns(unit: UnitOfWork, userId: string, rules: ReturnRules): Promise<void> {
  if (rules.mode !== 'off' && (await getOwnAddress(unit.tx, userId)) === '')
    throw new UserError(
      'PRECONDITION_FAILED',
      'Your profile has no address. Enter it there first, so that returns find you.',
    );
  await saveShopSettings(unit.tx, userId, { returns: rules });
}
