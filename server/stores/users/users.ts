import { and, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { PREVIEW_SIZE } from '../../../src/domain/pagination.ts';
import type { UpdateProfile, User } from '../../../src/domain/user.ts';
import type { Executor, Transaction } from '../../database/client.ts';
import { users } from '../../database/schema.ts';

/** The columns of a person as they see themselves; `header` is the manager flag. No hash is among them. */
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
} satisfies Record<keyof User, unknown>;

export interface NewUser {
  /** Made when it is not given. */
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
}

/** Adds a person and answers the id. Throws on an address that is taken (unique index). */
export async function insertUser(executor: Executor, user: NewUser): Promise<string> {
  const [row] = await executor
    .insert(users)
    .values({ ...user, email: user.email.toLowerCase(), passwordChangedAt: user.passwordHash ? new Date() : null })
    .returning({ id: users.id });
  if (!row) throw new Error('A user was not inserted');
  return row.id;
}

/** Adds a person and answers the id, or null where the address has an account. Of many at the same time one is added. */
export async function insertUserUnlessTaken(executor: Executor, user: NewUser): Promise<string | null> {
  const [row] = await executor
    .insert(users)
    .values({ ...user, email: user.email.toLowerCase(), passwordChangedAt: user.passwordHash ? new Date() : null })
    .onConflictDoNothing()
    .returning({ id: users.id });
  return row?.id ?? null;
}

/** Writes what a person may change of themselves, and nothing else. */
export async function updateProfileFields(executor: Executor, id: string, fields: UpdateProfile): Promise<void> {
  const { firstName, lastName, phone, dob, address, city, state, nationality } = fields;
  await executor
    .update(users)
    .set({ firstName, lastName, phone, dob, address, city, state, nationality })
    .where(eq(users.id, id));
}

/** The account of an address, with its hash, for signing in; null where there is none. Addresses have no case. */
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

/** A person by id, deleted ones excepted; null where there is none. */
export async function findUser(executor: Executor, id: string): Promise<User | null> {
  const [row] = await executor
    .select(userColumns)
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)));
  return row ?? null;
}

/** Deleted people, by their id or by the keyed hash of the address they had, the last deleted first. */
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

/** Keeps a person from being deleted until the transaction ends; null where there is nobody to keep. */
export async function holdUser(tx: Transaction, id: string): Promise<Pick<User, 'id' | 'email'> | null> {
  const [row] = await tx
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for('share');
  return row ?? null;
}

/** A person as managers see them, deleted ones excepted; null where there is none. */
export async function findManagedUser(executor: Executor, id: string): Promise<ManagedUserRow | null> {
  const [row] = await executor
    .select({ ...userColumns, createdAt: users.createdAt, passwordChangedAt: users.passwordChangedAt })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)));
  return row ?? null;
}

export type ManagedUserRow = User & { createdAt: Date; passwordChangedAt: Date | null };

/**
 * A person and every manager, locked until the transaction ends, in one order: of two managers who delete each other the
 * second finds the first gone. What only refers to a person, as an audit row does, does not wait for this.
 */
export async function lockUserAndManagers(tx: Transaction, id: string): Promise<User[]> {
  return tx
    .select(userColumns)
    .from(users)
    .where(and(or(eq(users.id, id), eq(users.manager, true)), isNull(users.deletedAt)))
    .orderBy(users.id)
    .for('no key update');
}

/** A person, locked until the transaction ends; null where there is none. */
export async function lockUser(tx: Transaction, id: string): Promise<User | null> {
  const [row] = await tx
    .select(userColumns)
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .for('no key update');
  return row ?? null;
}

/** A cleared profile. */
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
 * Takes everything personal and every right off an account. The row stays: the ledger and the audit trail refer to it. Of
 * the address only a keyed hash is kept.
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
      deletedAt: sql`now()`,
    })
    .where(eq(users.id, id));
}

/**
 * The people whose verified addresses these are, by address in lower case, for linking shipments to their accounts. Nobody of
 * these addresses is verified or deleted until the transaction ends: either sees the shipments that are linked here, or is
 * seen. Taken before any shipment is locked, and in one order, so that nobody waits in a circle.
 */
export async function holdVerifiedUserIds(tx: Transaction, emails: readonly string[]): Promise<Map<string, string>> {
  const addresses = [...new Set(emails.map((email) => email.toLowerCase()))];
  const rows = await tx
    .select({ email: users.email, id: users.id, verified: users.verified })
    .from(users)
    .where(and(inArray(users.email, addresses), isNull(users.deletedAt)))
    .orderBy(users.id)
    .for('share');
  return new Map(rows.filter(({ verified }) => verified).map(({ email, id }) => [email, id]));
}

/** Sets a new password's hash and the time of the change. False, with nothing set, if `from` is no longer the hash. */
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

/** Clears the profile of an account that was registered. False if the account was made by us and has no password yet. */
export async function clearRegisteredProfile(executor: Executor, id: string): Promise<boolean> {
  const rows = await executor
    .update(users)
    .set(EMPTY_PROFILE)
    .where(and(eq(users.id, id), isNotNull(users.passwordHash)))
    .returning({ id: users.id });
  return rows.length > 0;
}

/** Marks a person's address as verified. */
export async function markVerified(executor: Executor, id: string): Promise<void> {
  await executor.update(users).set({ verified: true }).where(eq(users.id, id));
}

/** Gives a person the manager flag. False where they have it. */
export async function markManager(executor: Executor, id: string): Promise<boolean> {
  const rows = await executor
    .update(users)
    .set({ manager: true })
    .where(and(eq(users.id, id), eq(users.manager, false)))
    .returning({ id: users.id });
  return rows.length > 0;
}

/** Whether there has ever been anyone at all. */
export async function hasUsers(executor: Executor): Promise<boolean> {
  return (await executor.select({ id: users.id }).from(users).limit(1)).length > 0;
}
