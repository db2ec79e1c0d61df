import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { PREVIEW_SIZE } from '../../../src/domain/pagination.ts';
import type { ProfileFields } from '../../../src/domain/user.ts';
import type { Executor, Transaction } from '../../database/client.ts';
import { users } from '../../database/tables/users.ts';

/** Lists deleted users by id or address hash, latest first. */
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

export const EMPTY_PROFILE = {
  firstName: '',
  lastName: '',
  phone: null,
  dob: null,
  address: '',
  city: '',
  state: '',
  nationality: '',
} satisfies Record<keyof ProfileFields, '' | null>;

/** Erases an account but keeps its row for the ledger and the audit trail. */
export async function eraseUser(tx: Transaction, id: string, erasedEmailHash: Buffer): Promise<void> {
  await tx
    .update(users)
    .set({
      ...EMPTY_PROFILE,
      email: '',
      erasedEmailHash,
      passwordHash: null,
      passwordChangedAt: null,
      roles: [],
      deletedAt: sql`now()`,
    })
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
