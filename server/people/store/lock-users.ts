import { and, eq, isNull, or } from 'drizzle-orm';
import type { User } from '../../../src/domain/user.ts';
import type { Transaction } from '../../base/database/client.ts';
import { users } from '../../base/database/tables/users.ts';
import { anyOf } from '../../base/sql/lists.ts';
import { hasRole, hasRoles, spellingsOf, userColumns } from './users.ts';

/** Finds a user, or null, and prevents their deletion. */
export async function lockUserForShare(tx: Transaction, id: string): Promise<Pick<User, 'id' | 'email'> | null> {
  const [row] = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for('share');
  return row ?? null;
}

/**
 * Locks a user and all managers in id order: of two deleting each other, the second finds the first
 * deleted.
 */
export async function lockUserAndManagers(tx: Transaction, id: string): Promise<User[]> {
  return tx
    .select(userColumns)
    .from(users)
    .where(and(or(eq(users.id, id), and(hasRoles, hasRole('manager'))), isNull(users.deletedAt)))
    .orderBy(users.id)
    .for('no key update');
}

export async function lockUser(tx: Transaction, id: string): Promise<User | null> {
  const [row] = await tx
    .select(userColumns)
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for('no key update');
  return row ?? null;
}

/**
 * Locks the users of these addresses in id order, before shipments, so that none stays unlinked;
 * returns verified ones by lower-case address.
 */
export async function lockVerifiedUserIds(tx: Transaction, emails: readonly string[]): Promise<Map<string, string>> {
  const addresses = [...new Set(emails.flatMap(spellingsOf))];
  const rows = await tx
    .select({ email: users.email, id: users.id, verified: users.verified })
    .from(users)
    .where(and(anyOf(users.email, addresses), isNull(users.deletedAt)))
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

/** Finds a verified courier, who keeps the role, or null. Comes before locking shipments. */
export async function lockCourier(tx: Transaction, id: string): Promise<{ id: string } | null> {
  const [row] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), hasRole('courier'), eq(users.verified, true), isNull(users.deletedAt)))
    .for('share');
  return row ?? null;
}
