import { insertOneTimeToken } from '../auth/store/one-time-tokens.ts';
import { createToken } from '../base/secrets/secrets.ts';
import type { Dependencies } from './draft-parts.ts';

type Link = Omit<Parameters<typeof insertOneTimeToken>[1], 'tokenHash'>;

/** @throws Error, if its account has just been deleted. */
export async function createLinkToken({ db }: Pick<Dependencies, 'db'>, link: Link): Promise<string> {
  const { token, hash } = createToken();
  const isStored = await insertOneTimeToken(db, { ...link, tokenHash: hash });
  if (!isStored) throw new Error('There is no account for this link');
  return token;
}
