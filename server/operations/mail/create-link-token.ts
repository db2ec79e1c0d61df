import { createToken } from '../../auth/secrets.ts';
import { insertOneTimeToken } from '../../stores/auth/one-time-tokens.ts';
import type { Dependencies } from './draft-parts.ts';

type Link = Omit<Parameters<typeof insertOneTimeToken>[1], 'tokenHash'>;

/** Creates the token of a link. */
export async function createLinkToken({ db }: Pick<Dependencies, 'db'>, link: Link): Promise<string> {
  const { token, hash } = createToken();
  await insertOneTimeToken(db, { ...link, tokenHash: hash });
  return token;
}
