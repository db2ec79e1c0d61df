import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { pick } from '../../../src/domain/pick.ts';
import type { Executor } from '../../base/database/client.ts';
import { authenticators } from '../../base/database/tables/factors.ts';

interface Authenticator {
  id: string;
  secret: Buffer;
  lastStep: number;
  /** The database's, in milliseconds. */
  now: number;
}

export async function findAuthenticator(
  executor: Executor,
  userId: string,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<Authenticator | null> {
  const [row] = await executor
    .select({
      ...pick(authenticators, 'id', 'secret', 'lastStep'),
      now: sql`extract(epoch from clock_timestamp()) * 1000`.mapWith(Number),
    })
    .from(authenticators)
    .where(
      and(
        eq(authenticators.userId, userId),
        isConfirmed ? isNotNull(authenticators.confirmedAt) : isNull(authenticators.confirmedAt),
      ),
    );
  return row ?? null;
}

export async function findAuthenticatorUse(
  executor: Executor,
  userId: string,
): Promise<{ createdAt: Date; lastUsedAt: Date | null } | null> {
  const [row] = await executor
    .select({ createdAt: authenticators.createdAt, lastUsedAt: authenticators.lastUsedAt })
    .from(authenticators)
    .where(and(eq(authenticators.userId, userId), isNotNull(authenticators.confirmedAt)));
  return row ?? null;
}

export async function deleteAuthenticator(
  executor: Executor,
  userId: string,
  { isConfirmed }: { isConfirmed: boolean },
): Promise<boolean> {
  const { rowCount } = await executor
    .delete(authenticators)
    .where(
      and(
        eq(authenticators.userId, userId),
        isConfirmed ? isNotNull(authenticators.confirmedAt) : isNull(authenticators.confirmedAt),
      ),
    );
  return rowCount !== null && rowCount > 0;
}
