import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { NOT_ME_LIFE } from '../../../src/domain/own-account.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { emailChanges } from '../../base/database/tables/users.ts';
import { deleteBatch } from '../../base/sql/delete-batch.ts';
import { findRow } from '../../base/sql/rows.ts';

export type EmailChange = typeof emailChanges.$inferSelect;

/** A day more than its link works: the email may be late. */
export const HELD_ADDRESS_MS = NOT_ME_LIFE + 24 * 60 * 60 * 1000;

export const isUndoable = () =>
  and(
    eq(emailChanges.state, 'confirmed'),
    gt(emailChanges.confirmedAt, sql`now() - ${HELD_ADDRESS_MS / 1000} * interval '1 second'`),
  );

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
