import { randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { PASSKEY_CHALLENGE_LIFE } from '../../../src/domain/passkey-challenge.ts';
import type { Executor } from '../../base/database/client.ts';
import { passkeyChallenges } from '../../base/database/tables/factors.ts';
import { deleteBatch } from '../../base/sql/delete-batch.ts';

export type PasskeyPurpose = (typeof passkeyChallenges.$inferSelect)['purpose'];

interface Asked {
  purpose: PasskeyPurpose;
  userId: string | null;
}

export async function insertChallenge(executor: Executor, asked: Asked): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  // This server's clock may be wrong.
  const expiresAt = sql`now() + ${PASSKEY_CHALLENGE_LIFE / 1000} * interval '1 second'`;
  await executor.insert(passkeyChallenges).values({ ...asked, challenge, expiresAt });
  return challenge;
}

/** Uses up an open challenge; true for one concurrent call. */
export async function consumeChallenge(
  executor: Executor,
  { challenge, purpose, userId }: Asked & { challenge: string },
): Promise<boolean> {
  const ofUser = userId === null ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId);
  const rows = await executor
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge, challenge),
        eq(passkeyChallenges.purpose, purpose),
        ofUser,
        gt(passkeyChallenges.expiresAt, sql`now()`),
      ),
    )
    .returning({ challenge: passkeyChallenges.challenge });
  return rows.length > 0;
}

export const deleteOldChallenges = (executor: Executor): Promise<boolean> =>
  deleteBatch(executor, passkeyChallenges, lt(passkeyChallenges.expiresAt, sql`now()`));
