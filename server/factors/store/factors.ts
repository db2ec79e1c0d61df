import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Executor } from '../../base/database/client.ts';
import { authenticators, passkeyChallenges, passkeys } from '../../base/database/tables/factors.ts';
import { deleteAuthenticator } from './authenticators.ts';
import { endFactorReset } from './factor-resets.ts';
import { replaceRecoveryCodes } from './recovery-codes.ts';

export interface FactorCount {
  passkeys: number;
  authenticators: number;
}

export async function countFactors(executor: Executor, userId: string): Promise<FactorCount> {
  const isConfirmed = and(eq(authenticators.userId, userId), isNotNull(authenticators.confirmedAt));
  const { rows } = await executor.execute<{ passkeys: number; authenticators: number }>(sql`
    select (select count(*)::int from ${passkeys} where ${eq(passkeys.userId, userId)}) as passkeys,
      (select count(*)::int from ${authenticators} where ${isConfirmed}) as authenticators`);
  return rows[0] ?? { passkeys: 0, authenticators: 0 };
}

export const isAny = (factors: FactorCount): boolean => factors.passkeys + factors.authenticators > 0;

async function deleteChallengesOf(executor: Executor, userId: string): Promise<void> {
  await executor.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, userId));
}

async function deletePasskeysOf(executor: Executor, userId: string): Promise<number> {
  const { rowCount } = await executor.delete(passkeys).where(eq(passkeys.userId, userId));
  return rowCount ?? 0;
}

export async function deleteFactorsOf(executor: Executor, userId: string): Promise<void> {
  await deletePasskeysOf(executor, userId);
  await deleteChallengesOf(executor, userId);
  await deleteAuthenticator(executor, userId, { isConfirmed: true });
  await deleteAuthenticator(executor, userId, { isConfirmed: false });
  await replaceRecoveryCodes(executor, userId, []);
  await endFactorReset(executor, userId, 'cancelled');
}

export const ago = (milliseconds: number) => sql`now() - ${milliseconds / 1000} * interval '1 second'`;
