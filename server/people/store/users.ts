import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { pick } from '../../../src/domain/pick.ts';
import type { Role } from '../../../src/domain/roles.ts';
import { normalizeEmail } from '../../../src/domain/text.ts';
import { fullName, type User } from '../../../src/domain/user.ts';
import type { Executor } from '../../base/database/client.ts';
import { users } from '../../base/database/tables/users.ts';
import { anyOf } from '../../base/sql/lists.ts';

/** Like the condition of an index. */
export const hasRoles = sql`${users.roles} <> '{}'`;

export const hasRole = (role: Role): SQL<boolean> => sql<boolean>`${role}::text = any(${users.roles})`;

export async function listShippers(executor: Executor, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const isShipper = and(anyOf(users.id, ids), hasRole('shipper'), isNull(users.deletedAt));
  return (await executor.select({ id: users.id }).from(users).where(isShipper)).map(({ id }) => id);
}

/** `header`: the manager flag. */
export const userColumns = {
  ...pick(users, 'id', 'firstName', 'lastName', 'email', 'phone', 'dob', 'address', 'city', 'state', 'nationality'),
  doorNote: users.doorNote,
  csvStyle: users.csvStyle,
  digest: users.digest,
  ...pick(users, 'verified'),
  header: hasRole('manager').mapWith(Boolean),
  courier: hasRole('courier').mapWith(Boolean),
  roles: users.roles,
  eraseOn: users.eraseOn,
} satisfies Record<keyof User, unknown>;

export interface NewUser {
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
  roles?: readonly Role[];
}

/** @throws if the address is taken. */
export async function insertUser(executor: Executor, user: NewUser): Promise<string> {
  const id = await insertUserUnlessTaken(executor, user);
  if (id === null) throw new Error('This address is taken');
  return id;
}

/** Adds a user, or returns null if taken; one concurrent call adds it. */
export async function insertUserUnlessTaken(executor: Executor, user: NewUser): Promise<string | null> {
  const [row] = await executor
    .insert(users)
    .values({
      ...user,
      roles: [...(user.roles ?? [])],
      email: user.email.toLowerCase(),
      passwordChangedAt: user.passwordHash ? new Date() : null,
      hasSignedIn: false,
    })
    .onConflictDoNothing()
    .returning({ id: users.id });
  return row?.id ?? null;
}

/** Lists an address's spellings: older accounts stored it as typed. */
export function spellingsOf(email: string): string[] {
  const normalized = normalizeEmail(email).toLowerCase();
  return [...new Set([email.toLowerCase(), normalized, normalized.normalize('NFD')])];
}

/** Finds an address's account, preferring the typed spelling, or null. */
export async function findCredentials(
  executor: Executor,
  email: string,
): Promise<{ id: string; email: string; passwordHash: string | null; verified: boolean } | null> {
  const spellings = spellingsOf(email);
  const rows = await executor
    .select({ id: users.id, email: users.email, passwordHash: users.passwordHash, verified: users.verified })
    .from(users)
    .where(and(anyOf(users.email, spellings), isNull(users.deletedAt)));
  return spellings.flatMap((spelling) => rows.find((row) => row.email === spelling) ?? [])[0] ?? null;
}

export async function findUser(executor: Executor, id: string): Promise<User | null> {
  const [row] = await executor
    .select(userColumns)
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)));
  return row ?? null;
}

/** Finds users' names, empty for deleted ones. */
export async function listUserNames(executor: Executor, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { id, firstName, lastName, email } = userColumns;
  const rows = await executor.select({ id, firstName, lastName, email }).from(users).where(anyOf(users.id, ids));
  return new Map(rows.map((row) => [row.id, fullName(row)]));
}

export async function findManagedUser(executor: Executor, id: string): Promise<ManagedUserRow | null> {
  const [row] = await executor
    .select({
      ...userColumns,
      createdAt: users.createdAt,
      passwordChangedAt: users.passwordChangedAt,
      deactivated: isNotNull(users.deactivatedRoles).mapWith(Boolean),
    })
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deletedAt)));
  return row ?? null;
}

export type ManagedUserRow = User & { createdAt: Date; passwordChangedAt: Date | null; deactivated: boolean };

/** Deleted users count. */
export async function hasUsers(executor: Executor): Promise<boolean> {
  return (await executor.select({ id: users.id }).from(users).limit(1)).length > 0;
}
