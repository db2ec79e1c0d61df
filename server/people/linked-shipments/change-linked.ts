import { and, eq, gte, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { OPEN_STATUSES } from '../../../src/domain/shipment-status.ts';
import type { User } from '../../../src/domain/user.ts';
import { type EmailChange, findMoving, findUndoing } from '../../auth/store/email-changes.ts';
import type { Transaction } from '../../base/database/client.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { emailChanges } from '../../base/database/tables/users.ts';
import { createPrivateCode } from '../../base/secrets/secrets.ts';
import { anyOf } from '../../base/sql/lists.ts';
import type { Services } from '../../context/context.ts';
import { inUnitOfWork, type UnitOfWork } from '../../context/unit-of-work.ts';
import { flagCourierIsParty, followClaims } from '../../deliveries/follow-task.ts';
import { ACCOUNT_QUEUE, type AccountJob } from '../../jobs/queues.ts';
import type { JobTurn } from '../../jobs/run-jobs.ts';
import { textNewReceiver } from '../../messages/send-sms.ts';
import { emptyTextsOf } from '../../messages/store/sms.ts';
import { eraseProofsOfReceiver } from '../../runs/proofs/erase-proofs.ts';
import { SIDE_COLUMNS } from '../../shipments/store/claims.ts';
import { EMAIL_OF_SIDE, type LinkedSide } from '../../shipments/store/linked-accounts.ts';
import { findShipment, isNotDeleted, type ShipmentRow } from '../../shipments/store/shipments.ts';
import { lockUser } from '../store/lock-users.ts';
import { auditLinks, auditMovedSides } from './audit-sides.ts';

/**
 * Changes the shipments of an account that was verified, moved, secured or deleted: a batch now,
 * the rest in a job. Returns the ids that an erased account received. The caller erases their
 * texted numbers last, since texts are locked after money.
 */
export async function changeShipmentsOf(unit: UnitOfWork, userId: string): Promise<string[]> {
  const { isAll, received } = await changeNextShipments(unit, userId);
  if (isAll) return received;
  const { actor, procedure, requestId } = unit;
  const job: AccountJob = { userId, actorId: actor?.id ?? null, procedure, requestId };
  await unit.services.jobs.send(unit.tx, ACCOUNT_QUEUE, job, { person: userId });
  return received;
}

/** One user may have a hundred thousand. */
const BATCH_SIZE = 2000;

interface ChangedSides {
  sides: LinkedSide[];
  isAll: boolean;
}

type Sides = Record<LinkedSide['side'], SQL | undefined>;

type SideColumns = Partial<Pick<ShipmentRow, 'senderId' | 'receiverId' | 'senderEmail' | 'receiverEmail'>>;

/** Nobody is sent this code: later emails to the party have it. */
type NewCode = () => Buffer;

const SIDES = ['senderId', 'receiverId'] as const;

const PARTY_OF = { senderId: 'sender', receiverId: 'receiver' } as const;

/** Locks a batch in id order. A row is written once if both sides change: its indexes take long. */
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

/** Gives open shipments other codes and claims, since somebody else was in the account. */
async function replaceCodesOf(tx: Transaction, userId: string, newCode: NewCode): Promise<ChangedSides> {
  const isOpen = and(isNotDeleted, anyOf(shipments.status, OPEN_STATUSES));
  const sides = {
    senderId: and(eq(shipments.senderId, userId), isOpen),
    receiverId: and(eq(shipments.receiverId, userId), isOpen),
  };
  return changeSides(tx, sides, () => ({}), newCode);
}

/** The caller texts the new codes last. */
export async function endRightsToShipmentsOf(unit: UnitOfWork, userId: string): Promise<ChangedSides['sides']> {
  const { sides } = await replaceCodesOf(unit.tx, userId, newCodeOf(unit));
  await followClaims(unit.tx, idsOf(sides));
  return sides;
}

/** Returns true once all is done. Run again, it does what is left. */
export async function runAccountJob(services: Services, job: AccountJob, turn?: JobTurn): Promise<boolean> {
  const { userId, actorId, procedure, requestId } = job;
  const order = { services, actor: actorId === null ? null : { id: actorId }, procedure, requestId };
  const changeNext = () =>
    inUnitOfWork(order, async (unit) => {
      const { isAll, received } = await changeNextShipments(unit, userId);
      await emptyTextsOf(unit.tx, received);
      return isAll;
    });
  while (!(await changeNext())) if (await turn?.isOver()) return false;
  return true;
}

/** The state of the account, its email changes and its shipments says what is left. */
async function changeNextShipments(unit: UnitOfWork, userId: string): Promise<Changed> {
  const user = await lockUser(unit.tx, userId);
  if (!user) return unlinkNext(unit, userId);
  if (!((await undoNext(unit, user)) && (await moveNext(unit, user)))) return { isAll: false, received: [] };
  return { isAll: !user.verified || (await linkNext(unit, user)).isAll, received: [] };
}

interface Changed {
  isAll: boolean;
  received: string[];
}

const newCodeOf =
  ({ services }: UnitOfWork): NewCode =>
  () =>
    services.secrets.encryptCode(createPrivateCode());

const idsOf = (sides: ChangedSides['sides']) => sides.map(({ id }) => id);

/** Runs learn that these parcels have other parties, and new receivers get a text. */
async function followChangedParties(unit: UnitOfWork, sides: ChangedSides['sides']): Promise<void> {
  await followClaims(unit.tx, idsOf(sides));
  await textNewReceivers(unit, sides);
}

export async function textNewReceivers(unit: UnitOfWork, sides: ChangedSides['sides']): Promise<void> {
  for (const { id, side } of sides) {
    const received = side === 'receiverId' && (await findShipment(unit.tx, id));
    if (received) await textNewReceiver(unit, received);
  }
}

async function eraseStopsOf(tx: Transaction, shipmentIds: readonly string[]): Promise<void> {
  const ids = sql`${sql.param(shipmentIds)}::uuid[]`;
  await tx.execute(sql`
    with over as (
      select r.id from runs r where r.status in ('closed', 'cancelled')
        and r.id in (select run_id from run_tasks where shipment_id = any (${ids})) order by r.id for update)
    update run_stops s set place = '', name = '', phone = '', address = '' from over
    where s.run_id = over.id and s.id in (select stop_id from run_tasks where shipment_id = any (${ids}))
      and not exists (select from run_tasks t where t.stop_id = s.id and t.shipment_id <> all (${ids}))
      and not exists (select from run_collections c where c.stop_id = s.id)`);
}

const setOwner = (tx: Transaction, sides: Sides, ownerId: string | null, newCode: NewCode | null) =>
  changeSides(tx, sides, (side) => ({ [side]: ownerId }), newCode);

/** Hidden ones are unlinked too. */
async function unlinkShipmentsOf(tx: Transaction, userId: string, newCode: NewCode): Promise<ChangedSides> {
  const sides = { senderId: eq(shipments.senderId, userId), receiverId: eq(shipments.receiverId, userId) };
  return setOwner(tx, sides, null, newCode);
}

async function unlinkNext(unit: UnitOfWork, userId: string): Promise<Changed> {
  const { sides, isAll } = await unlinkShipmentsOf(unit.tx, userId, newCodeOf(unit));
  // Nobody is texted: the caller erases their number.
  await followClaims(unit.tx, idsOf(sides));
  const received = sides.filter(({ side }) => side === 'receiverId').map(({ id }) => id);
  await eraseStopsOf(unit.tx, received);
  await eraseProofsOfReceiver(unit, received);
  await auditLinks(unit, sides, userId, null);
  return { isAll, received };
}

async function setUndone(tx: Transaction, id: string): Promise<void> {
  await tx.update(emailChanges).set({ state: 'undone' }).where(eq(emailChanges.id, id));
}

async function changeAddressOnShipments(
  tx: Transaction,
  { userId, from, to, newCode }: { userId: string; from: string; to: string; newCode: NewCode },
  only?: readonly LinkedSide[],
): Promise<ChangedSides> {
  const isTheirs = (side: LinkedSide['side']) =>
    and(
      eq(shipments[side], userId),
      eq(shipments[EMAIL_OF_SIDE[side]], from),
      isNotDeleted,
      only ? anyOf(shipments.id, shipmentIdsOf(only, side)) : anyOf(shipments.status, OPEN_STATUSES),
    );
  const sides = { senderId: isTheirs('senderId'), receiverId: isTheirs('receiverId') };
  return changeSides(tx, sides, (side) => ({ [EMAIL_OF_SIDE[side]]: to }), newCode);
}

/** Unlinks these sides, and what came since. */
async function unlinkShipmentsByEmail(
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
      or(anyOf(shipments.id, shipmentIdsOf(linked, side)), since ? gte(shipments.createdAt, since) : undefined),
    );
  return setOwner(tx, { senderId: isGot('senderId'), receiverId: isGot('receiverId') }, null, newCode);
}

const shipmentIdsOf = (sides: readonly LinkedSide[], side: LinkedSide['side']) =>
  sides.filter((one) => one.side === side).map((one) => one.id);

async function undoNext(unit: UnitOfWork, { id }: User): Promise<boolean> {
  const { tx } = unit;
  const newCode = newCodeOf(unit);
  for (let change = await findUndoing(tx, id); change; change = await findUndoing(tx, id)) {
    const { fromEmail, toEmail, moved, linked, confirmedAt } = change;
    const back = await changeAddressOnShipments(tx, { userId: id, from: toEmail, to: fromEmail, newCode }, moved);
    await followChangedParties(unit, back.sides);
    await auditMovedSides(unit, back.sides, { from: toEmail, to: fromEmail });
    if (!back.isAll) return false;
    const lost = await unlinkShipmentsByEmail(tx, { id, email: toEmail, linked, since: confirmedAt, newCode });
    await followChangedParties(unit, lost.sides);
    await auditLinks(unit, lost.sides, id, null);
    if (!lost.isAll) return false;
    await setUndone(tx, change.id);
  }
  return true;
}

async function addChangedSides(
  tx: Transaction,
  id: string,
  { moved, linked, isMoving }: Pick<EmailChange, 'moved' | 'linked' | 'isMoving'>,
): Promise<void> {
  const added = (column: PgColumn, sides: EmailChange['moved']) => sql`${column} || ${JSON.stringify(sides)}::jsonb`;
  await tx
    .update(emailChanges)
    .set({ moved: added(emailChanges.moved, moved), linked: added(emailChanges.linked, linked), isMoving })
    .where(eq(emailChanges.id, id));
}

async function moveNext(unit: UnitOfWork, user: User): Promise<boolean> {
  const { tx } = unit;
  const change = await findMoving(tx, user.id);
  if (!change) return true;
  const { fromEmail: from, toEmail: to } = change;
  const moved = await changeAddressOnShipments(tx, { userId: user.id, from, to, newCode: newCodeOf(unit) });
  await followChangedParties(unit, moved.sides);
  await auditMovedSides(unit, moved.sides, { from, to });
  const linked = moved.isAll ? await linkNext(unit, user) : { sides: [], isAll: false };
  await addChangedSides(tx, change.id, { moved: moved.sides, linked: linked.sides, isMoving: !linked.isAll });
  return linked.isAll;
}

/** Skips shipments whose code waits to be sent. */
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

async function linkNext(unit: UnitOfWork, user: User): Promise<ChangedSides> {
  const linked = await linkShipmentsByEmail(unit.tx, user);
  if (linked.sides.length > 0) await flagCourierIsParty(unit.tx, user.id);
  await auditLinks(unit, linked.sides, null, user.id);
  return linked;
}
