import { and, eq, exists, gte, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { OPEN_STATUSES } from '../../../src/domain/shipment-status.ts';
import type { Transaction } from '../../base/database/client.ts';
import type { Locked } from '../../base/database/locked.ts';
import { auditEntries } from '../../base/database/tables/audit.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { anyOf } from '../../base/sql/lists.ts';
import { SIDE_COLUMNS } from './claims.ts';
import { isNotDeleted, type ShipmentRow } from './shipments.ts';

/** The procedure in the audit entries of an account that its owner had deleted. */
export const ERASE_ACCOUNT = 'ownAccount.erase' as const;

export interface LinkedSide {
  id: string;
  side: 'senderId' | 'receiverId';
}

/** One user may have a hundred thousand. */
const BATCH_SIZE = 2000;

export interface ChangedSides {
  sides: LinkedSide[];
  /** False if more are left than a batch. */
  isAll: boolean;
}

type Sides = Record<LinkedSide['side'], SQL | undefined>;
type SideColumns = Partial<Pick<ShipmentRow, 'senderId' | 'receiverId' | 'senderEmail' | 'receiverEmail'>>;
/** Makes the code of a party that is somebody else now. Nobody is sent it: later emails to them have it. */
export type NewCode = () => Buffer;

const SIDES = ['senderId', 'receiverId'] as const;
const PARTY_OF = { senderId: 'sender', receiverId: 'receiver' } as const;

/** Changes a batch, locked in id order. A row is written once if both sides change: its indexes take long. */
async function changeSides(
  tx: Transaction,
  { senderId, receiverId }: Sides,
  columnsOf: (side: LinkedSide['side']) => SideColumns,
  newCode: NewCode | null,
): Promise<ChangedSides> {
  const condition = or(senderId, receiverId);
  const found = await tx
    .select({ id: shipments.id })
    .from(shipments)
    .where(condition)
    .orderBy(shipments.id)
    .limit(BATCH_SIZE + 1);
  const batch = found.slice(0, BATCH_SIZE).map(({ id }) => id);
  const locked = await tx
    .select({ id: shipments.id, senderId: isTrue(senderId), receiverId: isTrue(receiverId) })
    .from(shipments)
    .where(and(anyOf(shipments.id, batch), condition))
    .orderBy(shipments.id)
    .for('update');
  const sides: LinkedSide[] = [];
  for (const changed of [['senderId'], ['receiverId'], SIDES] as const) {
    const rows = locked.filter((row) => SIDES.every((side) => row[side] === changed.includes(side as never)));
    if (rows.length === 0) continue;
    const ids = rows.map(({ id }) => id);
    const update = Object.assign({}, ...changed.map(columnsOf));
    if (newCode) await replaceSides(tx, { ids, changed, update, newCode });
    else await tx.update(shipments).set(update).where(anyOf(shipments.id, ids));
    for (const side of changed) sides.push(...ids.map((id) => ({ id, side })));
  }
  return { sides, isAll: found.length <= BATCH_SIZE };
}

interface Replaced {
  ids: readonly string[];
  changed: readonly LinkedSide['side'][];
  update: SideColumns;
  newCode: NewCode;
}

/** Raises the claims too, as `raisedClaims` does for one shipment. */
async function replaceSides(tx: Transaction, { ids, changed, update, newCode }: Replaced): Promise<void> {
  const codesOf = (side: LinkedSide['side']) => (changed.includes(side) ? ids.map(newCode) : ids.map(() => null));
  const [sender, receiver] = SIDES.map(codesOf);
  const raised = changed.map((side) => {
    const { code, claim } = SIDE_COLUMNS[PARTY_OF[side]];
    const fresh = sql.raw(`fresh.${PARTY_OF[side]}`);
    return {
      [claim]: sql`${shipments[claim]} + 1`,
      [code]: sql`case when ${shipments[code]} is not null then ${fresh} end`,
    };
  });
  await tx
    .update(shipments)
    .set(Object.assign({}, update, ...raised))
    .from(
      sql`unnest(${sql.param(ids)}::uuid[], ${sql.param(sender)}::bytea[], ${sql.param(receiver)}::bytea[])
        as fresh (id, sender, receiver)`,
    )
    .where(eq(shipments.id, sql`fresh.id`));
}

const isTrue = (condition: SQL | undefined) => sql<boolean>`coalesce(${condition}, false)`;

const setOwner = (tx: Transaction, sides: Sides, ownerId: string | null, newCode: NewCode | null) =>
  changeSides(tx, sides, (side) => ({ [side]: ownerId }), newCode);

export const EMAIL_OF_SIDE = { senderId: 'senderEmail', receiverId: 'receiverEmail' } as const;

/** Changes a user's address on a batch of their shipments that are not at their end, or of these sides only. */
export async function changeAddressOnShipments(
  tx: Transaction,
  { userId, from, to, newCode }: { userId: string; from: string; to: string; newCode: NewCode },
  only?: readonly LinkedSide[],
): Promise<ChangedSides> {
  const isTheirs = (side: LinkedSide['side']) =>
    and(
      eq(shipments[side], userId),
      eq(shipments[EMAIL_OF_SIDE[side]], from),
      isNotDeleted,
      only ? anyOf(shipments.id, idsOf(only, side)) : anyOf(shipments.status, OPEN_STATUSES),
    );
  const sides = { senderId: isTheirs('senderId'), receiverId: isTheirs('receiverId') };
  return changeSides(tx, sides, (side) => ({ [EMAIL_OF_SIDE[side]]: to }), newCode);
}

/** Unlinks a user from a batch of the shipments that they got by an address: these sides, and what came since. */
export async function unlinkShipmentsByEmail(
  tx: Transaction,
  {
    id,
    email,
    linked,
    since,
    newCode,
  }: { id: string; email: string; linked: readonly LinkedSide[]; since: Date | null; newCode: NewCode },
): Promise<ChangedSides> {
  const isGot = (side: LinkedSide['side']) =>
    and(
      eq(shipments[side], id),
      eq(shipments[EMAIL_OF_SIDE[side]], email),
      or(anyOf(shipments.id, idsOf(linked, side)), since ? gte(shipments.createdAt, since) : undefined),
    );
  return setOwner(tx, { senderId: isGot('senderId'), receiverId: isGot('receiverId') }, null, newCode);
}

const idsOf = (sides: readonly LinkedSide[], side: LinkedSide['side']) =>
  sides.filter((one) => one.side === side).map((one) => one.id);

/** Links a verified user to a batch of shipments with their address and no account, unless its code waits to be sent. */
export async function linkShipmentsByEmail(
  tx: Transaction,
  user: { id: string; email: string },
): Promise<ChangedSides> {
  const isUnlinked = (address: PgColumn, owner: PgColumn, code: PgColumn) =>
    and(eq(address, user.email), isNull(owner), isNotNull(code), isNotDeleted);
  const sides = {
    senderId: isUnlinked(shipments.senderEmail, shipments.senderId, shipments.senderCode),
    receiverId: isUnlinked(shipments.receiverEmail, shipments.receiverId, shipments.receiverCode),
  };
  return setOwner(tx, sides, user.id, null);
}

/** Unlinks a user from a batch of their shipments, hidden ones too. */
export async function unlinkShipmentsOf(tx: Transaction, userId: string, newCode: NewCode): Promise<ChangedSides> {
  const sides = { senderId: eq(shipments.senderId, userId), receiverId: eq(shipments.receiverId, userId) };
  return setOwner(tx, sides, null, newCode);
}

/** Gives an account other codes and claims, since somebody else was in it: for a batch of shipments under way. */
export async function replaceCodesOf(tx: Transaction, userId: string, newCode: NewCode): Promise<ChangedSides> {
  const isOpen = and(isNotDeleted, anyOf(shipments.status, OPEN_STATUSES));
  const sides = {
    senderId: and(eq(shipments.senderId, userId), isOpen),
    receiverId: and(eq(shipments.receiverId, userId), isOpen),
  };
  return changeSides(tx, sides, () => ({}), newCode);
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
