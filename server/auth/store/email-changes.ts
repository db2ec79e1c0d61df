import { and, asc, desc, eq, exists, gt, isNull, lt, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { NOT_ME_LIFE } from '../../../src/domain/own-account.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { emailChanges, users } from '../../base/database/tables/users.ts';
import { deleteBatch } from '../../base/sql/delete-batch.ts';
import { anyOf } from '../../base/sql/lists.ts';
import { findRow } from '../../base/sql/rows.ts';

export type EmailChange = typeof emailChanges.$inferSelect;

/** A day more than its link works: the email may be late. */
export const HELD_ADDRESS_MS = NOT_ME_LIFE + 24 * 60 * 60 * 1000;

const isUndoable = () =>
  and(
    eq(emailChanges.state, 'confirmed'),
    gt(emailChanges.confirmedAt, sql`now() - ${HELD_ADDRESS_MS / 1000} * interval '1 second'`),
  );

/** Asks for another address; the lock of the user makes it the only open one. */
export async function insertEmailChange(
  tx: Transaction,
  change: Pick<EmailChange, 'userId' | 'fromEmail' | 'toEmail'>,
): Promise<void> {
  await endPendingEmailChange(tx, change.userId, 'replaced');
  await tx.insert(emailChanges).values(change);
}

export async function endPendingEmailChange(
  tx: Transaction,
  userId: string,
  state: 'replaced' | 'cancelled',
): Promise<boolean> {
  const rows = await tx
    .update(emailChanges)
    .set({ state })
    .where(and(eq(emailChanges.userId, userId), eq(emailChanges.state, 'pending')))
    .returning({ id: emailChanges.id });
  return rows.length > 0;
}

export const findPendingEmailChange = (executor: Executor, userId: string): Promise<EmailChange | null> =>
  findRow(executor, emailChanges, and(eq(emailChanges.userId, userId), eq(emailChanges.state, 'pending')));

export async function findEmailChangeTo(
  executor: Executor,
  userId: string,
  toEmail: string,
): Promise<EmailChange | null> {
  const [row] = await executor
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), eq(emailChanges.toEmail, toEmail)))
    .orderBy(desc(emailChanges.id))
    .limit(1);
  return row ?? null;
}

/**
 * Gives a locked user the address of their open change, from which on their shipments are being moved.
 * @throws A unique violation if it is taken.
 */
export async function confirmEmailChange(
  tx: Transaction,
  { id, userId, toEmail }: EmailChange,
  fromEmail: string,
): Promise<void> {
  await tx
    .update(emailChanges)
    .set({ state: 'confirmed', confirmedAt: sql`now()`, fromEmail, isMoving: true })
    .where(eq(emailChanges.id, id));
  await tx.update(users).set({ email: toEmail }).where(eq(users.id, userId));
}

/** Finds the change whose new address some shipments of this user do not have yet, or null. */
export async function findMoving(
  executor: Executor,
  userId: string,
): Promise<Pick<EmailChange, 'id' | 'fromEmail' | 'toEmail'> | null> {
  const [row] = await executor
    .select({ id: emailChanges.id, fromEmail: emailChanges.fromEmail, toEmail: emailChanges.toEmail })
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), emailChanges.isMoving));
  return row ?? null;
}

/** Notes which sides got the new address or the account, and whether more are to come. */
export async function addChangedSides(
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

/** Gives a locked user a former address back, from which on the changes are being undone; or nothing if it can't be. */
export async function undoEmailChanges(tx: Transaction, userId: string, email: string): Promise<void> {
  const confirmed = await tx
    .select({ id: emailChanges.id, fromEmail: emailChanges.fromEmail })
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), isUndoable()))
    .orderBy(desc(emailChanges.confirmedAt), desc(emailChanges.id));
  const first = confirmed.findLastIndex(({ fromEmail }) => fromEmail === email);
  const ids = confirmed.slice(0, first + 1).map(({ id }) => id);
  if (ids.length === 0) return;
  await tx.update(emailChanges).set({ state: 'undoing', isMoving: false }).where(anyOf(emailChanges.id, ids));
  await tx.update(users).set({ email }).where(eq(users.id, userId));
}

/** Finds the newest change of a user whose shipments do not have their former address back yet, or null. */
export async function findUndoing(executor: Executor, userId: string): Promise<EmailChange | null> {
  const [row] = await executor
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), eq(emailChanges.state, 'undoing')))
    .orderBy(desc(emailChanges.confirmedAt), desc(emailChanges.id))
    .limit(1);
  return row ?? null;
}

export async function setUndone(tx: Transaction, id: string): Promise<void> {
  await tx.update(emailChanges).set({ state: 'undone' }).where(eq(emailChanges.id, id));
}

/** Lists the addresses to which a user can still return, of before they had `email`. */
export async function listAddressesBefore(executor: Executor, userId: string, email: string): Promise<string[]> {
  const changes = await executor
    .select({ fromEmail: emailChanges.fromEmail })
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), isUndoable()))
    .orderBy(asc(emailChanges.confirmedAt), asc(emailChanges.id));
  const former = changes.map(({ fromEmail }) => fromEmail);
  const first = former.indexOf(email);
  return first === -1 ? former : former.slice(0, first);
}

export const canReturnTo = (executor: Executor, userId: SQLWrapper, email: SQLWrapper) =>
  exists(
    executor
      .select({ one: sql`1` })
      .from(emailChanges)
      .where(and(eq(emailChanges.userId, userId), eq(emailChanges.fromEmail, email), isUndoable())),
  );

export const isChangingTo = (executor: Executor, userId: SQLWrapper, email: SQLWrapper) =>
  exists(
    executor
      .select({ one: sql`1` })
      .from(emailChanges)
      .where(and(eq(emailChanges.userId, userId), eq(emailChanges.toEmail, email), eq(emailChanges.state, 'pending'))),
  );

export async function findFormerOwner(executor: Executor, email: string): Promise<string | null> {
  const [row] = await executor
    .select({ userId: emailChanges.userId })
    .from(emailChanges)
    .where(and(eq(emailChanges.fromEmail, email), isUndoable()))
    .limit(1);
  return row?.userId ?? null;
}

export async function findUndoableChangeFrom(
  executor: Executor,
  userId: string,
  fromEmail: string,
): Promise<EmailChange | null> {
  const [row] = await executor
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), eq(emailChanges.fromEmail, fromEmail), isUndoable()))
    .orderBy(desc(emailChanges.confirmedAt))
    .limit(1);
  return row ?? null;
}

/** Deletes what came to nothing more than 30 days ago: others' addresses may be in it. */
export const deleteOldEmailChanges = (executor: Executor): Promise<boolean> =>
  deleteBatch(
    executor,
    emailChanges,
    and(isNull(emailChanges.confirmedAt), lt(emailChanges.createdAt, sql`now() - interval '30 days'`)),
  );

export async function deleteEmailChangesOf(tx: Transaction, userId: string): Promise<EmailChange[]> {
  return tx.delete(emailChanges).where(eq(emailChanges.userId, userId)).returning();
}
