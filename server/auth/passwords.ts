import { hash, verify } from '@node-rs/argon2';
import { normalizePassword } from '../../src/domain/text.ts';
import { inTurn, SHARED_QUEUES } from '../limits/shared-queues.ts';

/** OWASP's first choice for Argon2id; memory in KiB. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** So that an unknown address takes as long as a wrong password. */
const DUMMY_HASH = hash('no account has this password', PARAMETERS);

export function hashPassword(password: string): Promise<string> {
  return inTurn(SHARED_QUEUES.passwordHashes, () => hash(password, PARAMETERS));
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
      if (await verify(passwordHash ?? (await DUMMY_HASH), spelling)) return passwordHash === null ? null : spelling;
    }
    return null;
  });
}
