import { and, asc, eq, lt, sql } from 'drizzle-orm';
import type { PasskeyRequest } from '../../../src/domain/passkey.ts';
import type { Executor } from '../../base/database/client.ts';
import { passkeys } from '../../base/database/tables/factors.ts';

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
