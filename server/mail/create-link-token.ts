import { sql } from 'drizzle-orm';
import type { TokenPurpose } from '../auth/store/one-time-tokens.ts';
import type { Executor } from '../base/database/client.ts';
import { oneTimeTokens } from '../base/database/tables/sessions.ts';
import { createToken } from '../base/secrets/secrets.ts';
import { lockUserForShare } from '../people/store/lock-users.ts';
import type { Dependencies } from './draft-parts.ts';

interface NewToken {
  purpose: TokenPurpose;
  tokenHash: Buffer;
  userId: string;
  email: string;
  /** Milliseconds from now. */
  life: number;
}

export async function insertOneTimeToken(executor: Executor, { life, ...token }: NewToken): Promise<boolean> {
  // biome-ignore lint/plugin/server: a savepoint of whoever wants the link, or a transaction of its own
  return executor.transaction(async (tx) => {
    // Otherwise a link could be stored after its account was deleted, with the address.
    if (!(await lockUserForShare(tx, token.userId))) return false;
    // This server's clock may be wrong.
    const expiresAt = sql`now() + ${life / 1000} * interval '1 second'`;
    await tx.insert(oneTimeTokens).values({ ...token, expiresAt });
    return true;
  });
}

type Link = Omit<Parameters<typeof insertOneTimeToken>[1], 'tokenHash'>;

/** @throws Error, if its account has just been deleted. */
export async function createLinkToken({ db }: Pick<Dependencies, 'db'>, link: Link): Promise<string> {
  const { token, hash } = createToken();
  const isStored = await insertOneTimeToken(db, { ...link, tokenHash: hash });
  if (!isStored) throw new Error('There is no account for this link');
  return token;
}
