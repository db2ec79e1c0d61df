import { normalizePassword } from '../../../src/domain/text.ts';
import { inTurn, SHARED_QUEUES } from '../limits/shared-queues.ts';
import { hash, verify } from './hash-thread.ts';

/** A hash that no password has: an unknown address must take as long as a wrong password. */
const DUMMY_HASH = '$argon2id$v=19$m=19456,t=2,p=1$2VawGowlPp33ZBwunrBdCw$uHDKYejt6e6mPSIas3QQhHHR7SZLgyPag/IXr3SRBvQ';

export function hashPassword(password: string): Promise<string> {
  return inTurn(SHARED_QUEUES.passwordHashes, () => hash(password));
}

/** Older hashes are of the text as typed. */
const spellingsOf = (typed: string) => new Set([normalizePassword(typed), typed, typed.normalize('NFD')]);

export async function verifyPassword(passwordHash: string | null, typed: string): Promise<boolean> {
  return (await findHashedSpelling(passwordHash, typed)) !== null;
}

/** Null if none was hashed, after the same time. */
export function findHashedSpelling(passwordHash: string | null, typed: string): Promise<string | null> {
  return inTurn(SHARED_QUEUES.passwordHashes, async () => {
    for (const spelling of spellingsOf(typed)) {
      if (await verify(passwordHash ?? DUMMY_HASH, spelling)) return passwordHash === null ? null : spelling;
    }
    return null;
  });
}
