import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Executor } from '../../database/client.ts';
import { authenticators, passkeys } from '../../database/tables/factors.ts';
import { deleteAuthenticator } from './authenticators.ts';
import { deleteChallengesOf } from './passkey-challenges.ts';
import { deletePasskeysOf } from './passkeys.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';

export interface FactorCount {
  passkeys: number;
  authenticators: number;
}

/** Counts a user's second factors. Recovery codes are a way back, and none of them. */
export async function countFactors(executor: Executor, userId: string): Promise<FactorCount> {
  const isConfirmed = and(eq(authenticators.userId, userId), isNotNull(authenticators.confirmedAt));
  const { rows } = await executor.execute<{ passkeys: number; authenticators: number }>(sql`
    select (select count(*)::int from ${passkeys} where ${eq(passkeys.userId, userId)}) as passkeys,
      (select count(*)::int from ${authenticators} where ${isConfirmed}) as authenticators`);
  return rows[0] ?? { passkeys: 0, authenticators: 0 };
}

/** Whether there is any. */
export const isAny = (factors: FactorCount): boolean => factors.passkeys + factors.authenticators > 0;

/** Deletes a user's second factors and recovery codes. */
export async function deleteFactorsOf(executor: Executor, userId: string): Promise<void> {
  await deletePasskeysOf(executor, userId);
  await deleteChallengesOf(executor, userId);
  await deleteAuthenticator(executor, userId, { isConfirmed: true });
  await deleteAuthenticator(executor, userId, { isConfirmed: false });
  await replaceRecoveryCodes(executor, userId, []);
}
