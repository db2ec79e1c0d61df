import { and, eq, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { authenticators, passkeys, recoveryCodes } from '../../base/database/tables/factors.ts';
import { deleteAuthenticator } from './authenticators.ts';
import { endFactorReset } from './factor-resets.ts';
import { deleteChallengesOf } from './passkey-challenges.ts';
import { deletePasskeysOf } from './passkeys.ts';
import { codesSince, replaceRecoveryCodes } from './recovery-codes.ts';

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

export async function deleteFactorsOf(executor: Executor, userId: string): Promise<void> {
  await deletePasskeysOf(executor, userId);
  await deleteChallengesOf(executor, userId);
  await deleteAuthenticator(executor, userId, { isConfirmed: true });
  await deleteAuthenticator(executor, userId, { isConfirmed: false });
  await replaceRecoveryCodes(executor, userId, []);
  await endFactorReset(executor, userId, 'cancelled');
}

const ago = (milliseconds: number) => sql`now() - ${milliseconds / 1000} * interval '1 second'`;

const passkeysSince = (userId: string, milliseconds: number) =>
  and(eq(passkeys.userId, userId), gt(passkeys.createdAt, ago(milliseconds)));

const authenticatorsSince = (userId: string, milliseconds: number) =>
  and(
    eq(authenticators.userId, userId),
    or(isNull(authenticators.confirmedAt), gt(authenticators.confirmedAt, ago(milliseconds))),
  );

export async function hasFactorOlderThan(executor: Executor, userId: string, milliseconds: number): Promise<boolean> {
  const { rows } = await executor.execute<{ has: boolean }>(sql`
    select exists (select from ${passkeys}
        where ${and(eq(passkeys.userId, userId), lte(passkeys.createdAt, ago(milliseconds)))})
      or exists (select from ${authenticators}
        where ${and(eq(authenticators.userId, userId), lte(authenticators.confirmedAt, ago(milliseconds)))}) as has`);
  return rows[0]?.has ?? false;
}

export async function hasFactorSince(executor: Executor, userId: string, milliseconds: number): Promise<boolean> {
  const { rows } = await executor.execute<{ has: boolean }>(sql`
    select exists (select from ${passkeys} where ${passkeysSince(userId, milliseconds)})
      or exists (select from ${authenticators} where ${authenticatorsSince(userId, milliseconds)})
      or exists (select from ${recoveryCodes} where ${codesSince(userId, milliseconds)}) as has`);
  return rows[0]?.has ?? false;
}

export async function deleteFactorsSince(tx: Transaction, userId: string, milliseconds: number): Promise<number> {
  const keys = await tx.delete(passkeys).where(passkeysSince(userId, milliseconds));
  const apps = await tx.delete(authenticators).where(authenticatorsSince(userId, milliseconds));
  await tx.delete(recoveryCodes).where(codesSince(userId, milliseconds));
  if (!isAny(await countFactors(tx, userId))) await deleteFactorsOf(tx, userId);
  return (keys.rowCount ?? 0) + (apps.rowCount ?? 0);
}
