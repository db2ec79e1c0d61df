import { and, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { PREVIEW_SIZE } from '../../../src/domain/pagination.ts';
import type { UpdateProfile, User } from '../../../src/domain/user.ts';
import type { Executor, Transaction } from '../../database/client.ts';
import { users } from '../../database/tables/users.ts';

/** A user's columns as they see them, without any hash; `header` is the manager flag. */
export const userColumns = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  phone: users.phone,
  dob: users.dob,
  address: users.address,
  city: users.city,
  state: users.state,
  nationality: users.nationality,
  verified: users.verified,
  header: users.manager,
  courier: users.courier,
} satisfies Record<keyof User, unknown>;

export interface NewUser {
  /** Generated if not given. */
  id?: string;
  email: string;
  firstName?: string;
  lastName?: string;
  phone?: string | null;
  dob?: string | null;
  address?: string;
  city?: string;
  state?: string;
  nationality?: string;
  passwordHash?: string | null;
  verified?: boolean;
  manager?: boolean;
  courier?: boolean;
}

/**
 * Adds a user and returns the id.
 * @throws A unique violation if the address is taken.
 */
export async function insertUser(executor: Executor, user: NewUser): Promise<string> {
  const [row] = await executor
    .insert(users)
    .values({ ...user, email: user.email.toLowerCase(), passwordChangedAt: user.passwordHash ? new Date() : null })
    .returning({ id: users.id });
  if (!row) throw new Error('A user was not inserted');
  return row.id;
}

/**
 * Adds a user and returns the id, or null if the address has an account. Of concurrent calls only
 * one adds it.
 */
export async function insertUserUnlessTaken(executor: Executor, user: NewUser): Promise<string | null> {
  const [row] = await executor
    .insert(users)
    .values({ ...user, email: user.email.toLowerCase(), passwordChangedAt: user.passwordHash ? new Date() : null })
    .onConflictDoNothing()
    .returning({ id: users.id });
  return row?.id ?? null;
}

/** Updates a user's own profile fields, and nothing else. */
export async function updateProfileFields(executor: Executor, id: string, fields: UpdateProfile): Promise<void> {
  const { firstName, lastName, phone, dob, address, city, state, nationality } = fields;
  await executor
    .update(users)
    .set({ firstName, lastName, phone, dob, address, city, state, nationality })
    .where(eq(users.id, id));
}

/** An address's account with its hash, for signing in; null if there is none. Ignores case. */
export async function findCredentials(
  executor: Executor,
  email: string,
): Promise<{ id: string; passwordHash: string | null; verified: boolean } | null> {
  const [row] = await executor
    .select({ id: users.id, passwordHash: users.passwordHash, verified: users.verified })
    .from(users)
    .where(and(eq(users.email, email.toLowerCase()), isNull(users.deletedAt)));
  return row ?? null;
}

/** A user by id; null if unknown or deleted. */
export async function findUser(executor: Executor, id: string): Promise<User | null> {
  const [row] = await executor
    .select(userColumns)
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)));
  return row ?? null;
}

/**
 * Deleted users, by id or by the keyed hash of their former address, the most recently deleted
 * first.
 */
export async function listDeletedUsers(
  executor: Executor,
  by: { id: string } | { emailHash: Buffer },
): Promise<{ id: string; deletedAt: Date }[]> {
  const rows = await executor
    .select({ id: users.id, deletedAt: users.deletedAt })
    .from(users)
    .where(and('id' in by ? eq(users.id, by.id) : eq(users.erasedEmailHash, by.emailHash), isNotNull(users.deletedAt)))
    .orderBy(desc(users.deletedAt))
    .limit(PREVIEW_SIZE);
  return rows.flatMap(({ id, deletedAt }) => (deletedAt ? [{ id, deletedAt }] : []));
}

/** A user, protected from deletion until the transaction ends; null if there is none. */
export async function lockUserForShare(tx: Transaction, id: string): Promise<Pick<User, 'id' | 'email'> | null> {
  const [row] = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for('share');
  return row ?? null;
}

/** A user as managers see them; null if unknown or deleted. */
export async function findManagedUser(executor: Executor, id: string): Promise<ManagedUserRow | null> {
  const [row] = await executor
    .select({ ...userColumns, createdAt: users.createdAt, passwordChangedAt: users.passwordChangedAt })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)));
  return row ?? null;
}

export type ManagedUserRow = User & { createdAt: Date; passwordChangedAt: Date | null };

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

/** An empty profile. */
export const EMPTY_PROFILE = {
  firstName: '',
  lastName: '',
  phone: null,
  dob: null,
  address: '',
  city: '',
  state: '',
  nationality: '',
} satisfies Record<keyof UpdateProfile, '' | null>;

/**
 * Erases all personal data and rights of an account. The row stays, because the ledger and the
 * audit trail refer to it, with only a keyed hash of the address.
 */
export async function eraseUser(tx: Transaction, id: string, erasedEmailHash: Buffer): Promise<void> {
  await tx
    .update(users)
    .set({
      ...EMPTY_PROFILE,
      email: '',
      erasedEmailHash,
      passwordHash: null,
      passwordChangedAt: null,
      manager: false,
      courier: false,
      deletedAt: sql`now()`,
    })
    .where(eq(users.id, id));
}

/**
 * The verified users with these addresses, by address in lower case, for linking shipments to their
 * accounts. Prevents their verification and deletion until the transaction ends, so that either
 * sees the shipments linked here, or is seen. Call it before locking any shipment; a fixed order
 * avoids deadlocks.
 */
export async function lockVerifiedUserIds(tx: Transaction, emails: readonly string[]): Promise<Map<string, string>> {
  const addresses = [...new Set(emails.map((email) => email.toLowerCase()))];
  const rows = await tx
    .select({ email: users.email, id: users.id, verified: users.verified })
    .from(users)
    .where(and(inArray(users.email, addresses), isNull(users.deletedAt)))
    .orderBy(users.id)
    .for('share');
  return new Map(rows.filter(({ verified }) => verified).map(({ email, id }) => [email, id]));
}

/**
 * Sets a new password hash and the time of the change. False, with nothing set, if `from` is no
 * longer the hash.
 */
export async function updatePasswordHash(
  executor: Executor,
  id: string,
  passwordHash: string,
  from?: string,
): Promise<boolean> {
  const rows = await executor
    .update(users)
    .set({ passwordHash, passwordChangedAt: sql`now()` })
    .where(and(eq(users.id, id), from === undefined ? undefined : eq(users.passwordHash, from)))
    .returning({ id: users.id });
  return rows.length > 0;
}

/**
 * Clears the profile of a self-registered account. False if a manager created it and it has no
 * password yet.
 */
export async function clearRegisteredProfile(executor: Executor, id: string): Promise<boolean> {
  const rows = await executor
    .update(users)
    .set(EMPTY_PROFILE)
    .where(and(eq(users.id, id), isNotNull(users.passwordHash)))
    .returning({ id: users.id });
  return rows.length > 0;
}

/** Marks a user's address as verified. */
export async function markVerified(executor: Executor, id: string): Promise<void> {
  await executor.update(users).set({ verified: true }).where(eq(users.id, id));
}

/** Makes a user a manager. False if they already are. */
export async function markManager(executor: Executor, id: string): Promise<boolean> {
  const rows = await executor
    .update(users)
    .set({ manager: true })
    .where(and(eq(users.id, id), eq(users.manager, false)))
    .returning({ id: users.id });
  return rows.length > 0;
}

/** Gives or takes the courier role; the caller has locked the user. */
export async function setCourierFlag(tx: Transaction, id: string, courier: boolean): Promise<void> {
  await tx.update(users).set({ courier }).where(eq(users.id, id));
}

/** Verified people with the courier role, by name. */
export async function listCouriers(
  executor: Executor,
): Promise<Pick<User, 'id' | 'firstName' | 'lastName' | 'email'>[]> {
  return executor
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email })
    .from(users)
    .where(and(eq(users.courier, true), eq(users.verified, true), isNull(users.deletedAt)))
    .orderBy(users.firstName, users.lastName, users.id);
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

/** Whether there are any users, including deleted ones. */
export async function hasUsers(executor: Executor): Promise<boolean> {
  return (await executor.select({ id: users.id }).from(users).limit(1)).length > 0;
}
