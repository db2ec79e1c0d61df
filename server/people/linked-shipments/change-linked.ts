import type { User } from '../../../src/domain/user.ts';
import { addChangedSides, findMoving, findUndoing, setUndone } from '../../auth/store/email-changes.ts';
import { createPrivateCode } from '../../base/secrets/secrets.ts';
import type { Services } from '../../context/context.ts';
import { inUnitOfWork, type UnitOfWork } from '../../context/unit-of-work.ts';
import { flagCourierIsParty, followClaims } from '../../deliveries/follow-task.ts';
import { ACCOUNT_QUEUE, type AccountJob } from '../../jobs/queues.ts';
import type { JobTurn } from '../../jobs/run-jobs.ts';
import { textNewReceiver } from '../../messages/send-sms.ts';
import { eraseNumbersOf } from '../../messages/store/sms.ts';
import { eraseProofsOfReceiver } from '../../runs/proofs/erase-proofs.ts';
import { eraseStopsOf } from '../../runs/store/run-tasks.ts';
import {
  type ChangedSides,
  changeAddressOnShipments,
  linkShipmentsByEmail,
  type NewCode,
  replaceCodesOf,
  unlinkShipmentsByEmail,
  unlinkShipmentsOf,
} from '../../shipments/store/linked-accounts.ts';
import { findShipment } from '../../shipments/store/shipments.ts';
import { lockUser } from '../store/lock-users.ts';
import { auditLinks, auditMovedSides } from './audit-sides.ts';

/**
 * Changes the shipments of an account that was verified, moved, secured or deleted: a batch now, the rest in a job.
 * Returns the ids of shipments that an erased account received. The caller erases their texted numbers last, since
 * texts are locked after money.
 */
export async function changeShipmentsOf(unit: UnitOfWork, userId: string): Promise<string[]> {
  const { isAll, received } = await changeNextShipments(unit, userId);
  if (isAll) return received;
  const { actor, procedure, requestId } = unit;
  const job: AccountJob = { userId, actorId: actor?.id ?? null, procedure, requestId };
  await unit.services.jobs.send(unit.tx, ACCOUNT_QUEUE, job, { person: userId });
  return received;
}

/** Ends what somebody else in an account has saved of its shipments. The caller texts its new codes last. */
export async function endRightsToShipmentsOf(unit: UnitOfWork, userId: string): Promise<ChangedSides['sides']> {
  const { sides } = await replaceCodesOf(unit.tx, userId, newCodeOf(unit));
  await followClaims(unit.tx, idsOf(sides));
  return sides;
}

/** Goes on until its turn is over; true once all is done. Run again, it does what is left. */
export async function runAccountJob(services: Services, job: AccountJob, turn?: JobTurn): Promise<boolean> {
  const { userId, actorId, procedure, requestId } = job;
  const order = { services, actor: actorId === null ? null : { id: actorId }, procedure, requestId };
  const changeNext = () =>
    inUnitOfWork(order, async (unit) => {
      const { isAll, received } = await changeNextShipments(unit, userId);
      await eraseNumbersOf(unit.tx, received);
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
  /** Ids of shipments that an erased account received. */
  received: string[];
}

/** Makes codes that end the former ones. */
const newCodeOf =
  ({ services }: UnitOfWork): NewCode =>
  () =>
    services.secrets.encryptCode(createPrivateCode());

const idsOf = (sides: ChangedSides['sides']) => sides.map(({ id }) => id);

async function followSides(unit: UnitOfWork, sides: ChangedSides['sides']): Promise<void> {
  await followClaims(unit.tx, idsOf(sides));
  await textNewReceivers(unit, sides);
}

export async function textNewReceivers(unit: UnitOfWork, sides: ChangedSides['sides']): Promise<void> {
  for (const { id, side } of sides) {
    const received = side === 'receiverId' && (await findShipment(unit.tx, id));
    if (received) await textNewReceiver(unit, received);
  }
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

async function undoNext(unit: UnitOfWork, { id }: User): Promise<boolean> {
  const { tx } = unit;
  const newCode = newCodeOf(unit);
  for (let change = await findUndoing(tx, id); change; change = await findUndoing(tx, id)) {
    const { fromEmail, toEmail, moved, linked, confirmedAt } = change;
    const back = await changeAddressOnShipments(tx, { userId: id, from: toEmail, to: fromEmail, newCode }, moved);
    await followSides(unit, back.sides);
    await auditMovedSides(unit, back.sides, { from: toEmail, to: fromEmail });
    if (!back.isAll) return false;
    const lost = await unlinkShipmentsByEmail(tx, { id, email: toEmail, linked, since: confirmedAt, newCode });
    await followSides(unit, lost.sides);
    await auditLinks(unit, lost.sides, id, null);
    if (!lost.isAll) return false;
    await setUndone(tx, change.id);
  }
  return true;
}

async function moveNext(unit: UnitOfWork, user: User): Promise<boolean> {
  const { tx } = unit;
  const change = await findMoving(tx, user.id);
  if (!change) return true;
  const { fromEmail: from, toEmail: to } = change;
  const moved = await changeAddressOnShipments(tx, { userId: user.id, from, to, newCode: newCodeOf(unit) });
  await followSides(unit, moved.sides);
  await auditMovedSides(unit, moved.sides, { from, to });
  const linked = moved.isAll ? await linkNext(unit, user) : { sides: [], isAll: false };
  await addChangedSides(tx, change.id, { moved: moved.sides, linked: linked.sides, isMoving: !linked.isAll });
  return linked.isAll;
}

async function linkNext(unit: UnitOfWork, user: User): Promise<ChangedSides> {
  const linked = await linkShipmentsByEmail(unit.tx, user);
  if (linked.sides.length > 0) await flagCourierIsParty(unit.tx, user.id);
  await auditLinks(unit, linked.sides, null, user.id);
  return linked;
}
