import { desc, eq } from 'drizzle-orm';
import type { Executor } from '../../base/database/client.ts';
import { signingKeys } from '../../base/database/tables/receiver/signing-keys.ts';

export type SigningKeyRow = typeof signingKeys.$inferSelect;

/** Newest first. */
export const listSigningKeys = (executor: Executor): Promise<SigningKeyRow[]> =>
  executor.select().from(signingKeys).orderBy(desc(signingKeys.generation));

/** Nothing if another server was faster. */
export async function insertSigningKey(executor: Executor, key: SigningKeyRow): Promise<void> {
  await executor.insert(signingKeys).values(key).onConflictDoNothing();
}

export async function forgetPrivateKey(executor: Executor, id: string): Promise<void> {
  await executor.update(signingKeys).set({ privateKey: null }).where(eq(signingKeys.id, id));
}
