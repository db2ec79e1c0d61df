import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

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

/** Verifies a password against a hash; takes the same time if there is no hash. */
export function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  return limitHashing(
    async () => (await verify(passwordHash ?? (await DUMMY_HASH), password)) && passwordHash !== null,
  );
}
