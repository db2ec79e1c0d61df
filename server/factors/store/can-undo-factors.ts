import { and, eq, lte, sql } from 'drizzle-orm';
import { NOT_ME_LIFE } from '../../../src/domain/own-account.ts';
import type { User } from '../../../src/domain/user.ts';
import type { Environment } from '../../base/config/env.ts';
import type { Executor } from '../../base/database/client.ts';
import { authenticators, passkeys } from '../../base/database/tables/factors.ts';
import { needsSecondFactor } from '../../base/secrets/second-factor.ts';
import { ago } from './factors.ts';

async function hasFactorOlderThan(executor: Executor, userId: string, milliseconds: number): Promise<boolean> {
  const { rows } = await executor.execute<{ has: boolean }>(sql`
    select exists (select from ${passkeys}
        where ${and(eq(passkeys.userId, userId), lte(passkeys.createdAt, ago(milliseconds)))})
      or exists (select from ${authenticators}
        where ${and(eq(authenticators.userId, userId), lte(authenticators.confirmedAt, ago(milliseconds)))}) as has`);
  return rows[0]?.has ?? false;
}

/**
 * Whether *This was not me* removes the factors of the last 7 days. Not if an account that needs one has no older one:
 * an email alone would open it.
 */
export async function canUndoFactors(executor: Executor, environment: Environment, user: User): Promise<boolean> {
  return !needsSecondFactor(environment, user) || (await hasFactorOlderThan(executor, user.id, NOT_ME_LIFE));
}
