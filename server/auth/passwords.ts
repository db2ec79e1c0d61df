import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { normalizePassword } from '../../src/domain/text.ts';

/**
 * Argon2id, 19 MiB, two passes, one lane: the first recommendation of the OWASP password storage
 * cheat sheet.
 */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Compared if there is no such account, so that an unknown address takes as long as a wrong
 * password.
 */
const DUMMY_HASH = hash('no account has this password', PARAMETERS);

/**
 * At most one hash per core at a time: a rush of sign-ins queues here and leaves the other threads
 * free.
 */
const limitHashing = pLimit(availableParallelism());

export function hashPassword(password: string): Promise<string> {
  return limitHashing(() => hash(password, PARAMETERS));
}

/** How a password may have been hashed: as every new one is, or as it was typed until then. */
const spellingsOf = (typed: string) => new Set([normalizePassword(typed), typed, typed.normalize('NFD')]);

/** Verifies a typed password against a hash; takes the same time if there is no hash. */
export async function verifyPassword(passwordHash: string | null, typed: string): Promise<boolean> {
  return (await findHashedSpelling(passwordHash, typed)) !== null;
}

/**
 * The spelling of a typed password that was hashed; null if it is another password, or there is no
 * hash, after the same time.
 */
export function findHashedSpelling(passwordHash: string | null, typed: string): Promise<string | null> {
  return limitHashing(async () => {
    for (const spelling of spellingsOf(typed)) {
      if (await verify(passwordHash ?? (await DUMMY_HASH), spelling)) return passwordHash === null ? null : spelling;
    }
    return null;
  });
}
