import { and, eq, exists, gte, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { OPEN_STATUSES } from '../../../src/domain/shipment-status.ts';
import type { Transaction } from '../../database/client.ts';
import type { Locked } from '../../database/locked.ts';
import { auditEntries } from '../../database/tables/audit.ts';
import { shipments } from '../../database/tables/shipments.ts';
import { anyOf } from '../lists.ts';
import { isNotDeleted, type ShipmentRow } from './shipments.ts';

/** Of the audit entries of an account that its owner had deleted. */
export const ERASE_ACCOUNT = 'ownAccount.erase' as const;

export interface LinkedSide {
  id: string;
  side: 'senderId' | 'receiverId';
}

/** One user may have a hundred thousand. */
export const BATCH_SIZE = 2000;

type Sides = Record<LinkedSide['side'], SQL | undefined>;
type SideColumns = Partial<Pick<ShipmentRow, 'senderId' | 'receiverId' | 'senderEmail' | 'receiverEmail'>>;

/** Locks in id order. */
async function changeSides(
  tx: Transaction,
  sides: Sides,
  columnsOf: (side: LinkedSide['side']) => SideColumns,
): Promise<LinkedSide[]> {
  const condition = or(sides.senderId, sides.receiverId);
  const found = await tx.select({ id: shipments.id }).from(shipments).where(condition).orderBy(shipments.id);
  const changed: LinkedSide[] = [];
  for (let start = 0; start < found.length; start += BATCH_SIZE) {
    const isInBatch = anyOf(
      shipments.id,
      found.slice(start, start + BATCH_SIZE).map(({ id }) => id),
    );
    await tx.select({ id: shipments.id }).from(shipments).where(isInBatch).orderBy(shipments.id).for('update');
    for (const side of ['senderId', 'receiverId'] as const) {
      const rows = await tx
        .update(shipments)
        .set(columnsOf(side))
        .where(and(isInBatch, sides[side]))
        .returning({ id: shipments.id });
      for (const { id } of rows) changed.push({ id, side });
    }
  }
  return changed;
}

const setOwner = (tx: Transaction, sides: Sides, ownerId: string | null) =>
  changeSides(tx, sides, (side) => ({ [side]: ownerId }));

export const EMAIL_OF_SIDE = { senderId: 'senderEmail', receiverId: 'receiverEmail' } as const;

export async function changeAddressOnShipments(
  tx: Transaction,
  { userId, from, to }: { userId: string; from: string; to: string },
  only?: readonly LinkedSide[],
): Promise<LinkedSide[]> {
  const isTheirs = (side: LinkedSide['side']) =>
    and(
      eq(shipments[side], userId),
      eq(shipments[EMAIL_OF_SIDE[side]], from),
      isNotDeleted,
      only ? anyOf(shipments.id, idsOf(only, side)) : anyOf(shipments.status, OPEN_STATUSES),
    );
  return changeSides(tx, { senderId: isTheirs('senderId'), receiverId: isTheirs('receiverId') }, (side) => ({
    [EMAIL_OF_SIDE[side]]: to,
  }));
}

export async function unlinkShipmentsByEmail(
  tx: Transaction,
  { id, email, linked, since }: { id: string; email: string; linked: readonly LinkedSide[]; since: Date | null },
): Promise<LinkedSide[]> {
  const isGot = (side: LinkedSide['side']) =>
    and(
      eq(shipments[side], id),
      eq(shipments[EMAIL_OF_SIDE[side]], email),
      or(anyOf(shipments.id, idsOf(linked, side)), since ? gte(shipments.createdAt, since) : undefined),
    );
  return setOwner(tx, { senderId: isGot('senderId'), receiverId: isGot('receiverId') }, null);
}

const idsOf = (sides: readonly LinkedSide[], side: LinkedSide['side']) =>
  sides.filter((one) => one.side === side).map((one) => one.id);

/** Links a verified user to shipments with their address and no account, unless its code waits to be sent. */
export async function linkShipmentsByEmail(
  tx: Transaction,
  user: { id: string; email: string },
): Promise<LinkedSide[]> {
  const isUnlinked = (address: PgColumn, owner: PgColumn, code: PgColumn) =>
    and(eq(address, user.email), isNull(owner), isNotNull(code), isNotDeleted);
  const sides = {
    senderId: isUnlinked(shipments.senderEmail, shipments.senderId, shipments.senderCode),
    receiverId: isUnlinked(shipments.receiverEmail, shipments.receiverId, shipments.receiverCode),
  };
  return setOwner(tx, sides, user.id);
}

export async function unlinkShipmentsOf(tx: Transaction, userId: string): Promise<LinkedSide[]> {
  return setOwner(tx, { senderId: eq(shipments.senderId, userId), receiverId: eq(shipments.receiverId, userId) }, null);
}

/**
 * Which of these shipments lost their receiver because that account was deleted, and nobody is
 * linked there now.
 */
export async function listWithDeletedReceiver(
  tx: Transaction,
  locked: readonly Locked<ShipmentRow>[],
): Promise<string[]> {
  if (locked.length === 0) return [];
  const ids = locked.map(({ id }) => id);
  const wasDeleted = tx
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.entity, 'shipment'),
        eq(auditEntries.entityId, shipments.id),
        anyOf(auditEntries.procedure, ['userAdmin.deleteUser', ERASE_ACCOUNT]),
        sql`${auditEntries.before} ? 'receiverId'`,
      ),
    );
  const rows = await tx
    .select({ id: shipments.id })
    .from(shipments)
    .where(and(anyOf(shipments.id, ids), isNull(shipments.receiverId), exists(wasDeleted)));
  return rows.map(({ id }) => id);
}
