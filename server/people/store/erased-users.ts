import { and, desc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { PREVIEW_SIZE } from '../../../src/domain/pagination.ts';
import type { ProfileFields } from '../../../src/domain/user.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import type { Erased } from '../../base/database/tables/columns.ts';
import { users } from '../../base/database/tables/users.ts';

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

const TODAY = sql`(now() at time zone 'UTC')::date`;

export const EMPTY_PROFILE = {
  firstName: '',
  lastName: '',
  phone: null,
  dob: null,
  address: '',
  city: '',
  state: '',
  nationality: '',
  doorNote: '',
  csvStyle: 'comma',
  digest: 'hour',
} as const satisfies Record<keyof ProfileFields, string | null>;

const ERASED = {
  ...EMPTY_PROFILE,
  email: '',
  passwordHash: null,
  passwordChangedAt: null,
  roles: [],
  deactivatedRoles: null,
  courierLimits: null,
  eraseOn: null,
} satisfies Erased<
  typeof users,
  'id' | 'createdAt' | 'deletedAt' | 'erasedEmailHash' | 'verified' | 'hasSignedIn' | 'manager' | 'courier'
>;

/** Erases an account but keeps its row for the ledger and the audit trail. */
export async function eraseUser(tx: Transaction, id: string, erasedEmailHash: Buffer): Promise<void> {
  await tx
    .update(users)
    .set({ ...ERASED, erasedEmailHash, deletedAt: sql`now()` })
    .where(eq(users.id, id));
}

/** Clears a profile; false if a manager created it, without a password. */
export async function clearRegisteredProfile(executor: Executor, id: string): Promise<boolean> {
  const rows = await executor
    .update(users)
    .set(EMPTY_PROFILE)
    .where(and(eq(users.id, id), isNotNull(users.passwordHash)))
    .returning({ id: users.id });
  return rows.length > 0;
}

export async function setEraseOn(tx: Transaction, id: string, eraseOn: string | null): Promise<void> {
  await tx.update(users).set({ eraseOn }).where(eq(users.id, id));
}

/** Gives a locked user this many days to keep their account, and returns the last one. */
export async function setEraseOnLater(tx: Transaction, id: string, days: number): Promise<string | null> {
  const [row] = await tx
    .update(users)
    .set({ eraseOn: sql`${TODAY} + ${days}::integer` })
    .where(eq(users.id, id))
    .returning({ eraseOn: users.eraseOn });
  return row?.eraseOn ?? null;
}

const isDue = and(isNotNull(users.eraseOn), isNull(users.deletedAt), lt(users.eraseOn, TODAY));

export async function isDueForErasure(executor: Executor, id: string): Promise<boolean> {
  const rows = await executor
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), isDue));
  return rows.length > 0;
}

export async function listDueErasures(executor: Executor): Promise<string[]> {
  const rows = await executor.select({ id: users.id }).from(users).where(isDue).orderBy(users.id);
  return rows.map(({ id }) => id);
}
