import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm';
import type { PasskeyRequest } from '../../../src/domain/passkey.ts';
import type { Executor } from '../../base/database/client.ts';
import { passkeys } from '../../base/database/tables/factors.ts';
import { users } from '../../base/database/tables/users.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;
export type NewPasskeyRow = Omit<typeof passkeys.$inferInsert, 'id' | 'createdAt' | 'lastUsedAt'>;

/** What browsers know of a passkey. */
type KnownPasskey = PasskeyRequest['allow'][number];

export async function listPasskeys(executor: Executor, userId: string): Promise<PasskeyRow[]> {
  return executor.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.id));
}

export async function listKnownPasskeys(executor: Executor, userId: string): Promise<KnownPasskey[]> {
  const rows = await listPasskeys(executor, userId);
  return rows.map(({ credentialId, transports }) => ({
    id: credentialId,
    transports: transports as KnownPasskey['transports'],
  }));
}

export async function findPasskey(executor: Executor, credentialId: string): Promise<PasskeyRow | null> {
  const [row] = await executor
    .select({ passkey: passkeys })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(and(eq(passkeys.credentialId, credentialId), isNull(users.deletedAt)));
  return row?.passkey ?? null;
}

/** Adds a passkey; false if it belongs to someone already. */
export async function insertPasskey(executor: Executor, passkey: NewPasskeyRow): Promise<boolean> {
  const rows = await executor
    .insert(passkeys)
    .values({ ...passkey, lastUsedAt: sql`now()` })
    .onConflictDoNothing()
    .returning({ id: passkeys.id });
  return rows.length > 0;
}

/** Records a use; false if the counter has passed this one: of two copies, one is not the owner's. */
export async function recordPasskeyUse(
  executor: Executor,
  { id, counter, backedUp }: Pick<PasskeyRow, 'id' | 'counter' | 'backedUp'>,
): Promise<boolean> {
  const isCounted = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter);
  const rows = await executor
    .update(passkeys)
    .set({ counter, backedUp, lastUsedAt: sql`now()` })
    .where(and(eq(passkeys.id, id), isCounted))
    .returning({ id: passkeys.id });
  return rows.length > 0;
}

export async function renamePasskey(
  executor: Executor,
  { id, userId, name }: Pick<PasskeyRow, 'id' | 'userId' | 'name'>,
): Promise<boolean> {
  const rows = await executor
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ id: passkeys.id });
  return rows.length > 0;
}

export async function deletePasskey(executor: Executor, userId: string, id: string): Promise<string | null> {
  const [row] = await executor
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ name: passkeys.name });
  return row?.name ?? null;
}

export async function deletePasskeysOf(executor: Executor, userId: string): Promise<number> {
  const { rowCount } = await executor.delete(passkeys).where(eq(passkeys.userId, userId));
  return rowCount ?? 0;
}
