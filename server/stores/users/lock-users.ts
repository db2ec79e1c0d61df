import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import type { User } from '../../../src/domain/user.ts';
import type { Transaction } from '../../database/client.ts';
import { users } from '../../database/tables/users.ts';
import { spellingsOf, userColumns } from './users.ts';

/** A user, protected from deletion until the transaction ends; null if there is none. */
export async function lockUserForShare(tx: Transaction, id: string): Promise<Pick<User, 'id' | 'email'> | null> {
  const [row] = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for('share');
  return row ?? null;
}

/**
 * A user and every manager, locked in a fixed order until the transaction ends: of two managers who
 * delete each other, the second finds the first deleted. References to users, such as new audit
 * rows, do not wait for this lock.
 */
export async function lockUserAndManagers(tx: Transaction, id: string): Promise<User[]> {
  return tx
    .select(userColumns)
    .from(users)
    .where(and(or(eq(users.id, id), eq(users.manager, true)), isNull(users.deletedAt)))
    .orderBy(users.id)
    .for('no key update');
}

/** A user, locked until the transaction ends; null if there is none. */
export async function lockUser(tx: Transaction, id: string): Promise<User | null> {
  const [row] = await tx
    .select(userColumns)
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for('no key update');
  return row ?? null;
}

/**
 * The verified users with these addresses, by address in lower case, for linking shipments to their
 * accounts. Prevents their verification and deletion until the transaction ends, so that either
 * sees the shipments linked here, or is seen. Call it before locking any shipment; a fixed order
 * avoids deadlocks.
 */
export async function lockVerifiedUserIds(tx: Transaction, emails: readonly string[]): Promise<Map<string, string>> {
  const addresses = [...new Set(emails.flatMap(spellingsOf))];
  const rows = await tx
    .select({ email: users.email, id: users.id, verified: users.verified })
    .from(users)
    .where(and(inArray(users.email, addresses), isNull(users.deletedAt)))
    .orderBy(users.id)
    .for('share');
  const verified = new Map(rows.filter((row) => row.verified).map(({ email, id }) => [email, id]));
  return new Map(
    emails.flatMap((email) => {
      const id = spellingsOf(email).flatMap((spelling) => verified.get(spelling) ?? [])[0];
      return id === undefined ? [] : [[email.toLowerCase(), id] as const];
    }),
  );
}

/**
 * A verified courier, who keeps the role and the account until the transaction ends; null if there
 * is none. Call it before locking any shipment.
 */
export async function lockCourier(tx: Transaction, id: string): Promise<{ id: string } | null> {
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), eq(users.courier, true), eq(users.verified, true), isNull(users.deletedAt)))
    .for('share');
  return row ?? null;
}
