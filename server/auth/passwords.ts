import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

/** Argon2id, 19 MiB, two passes, one lane: the first recommendation of the OWASP password storage page. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Compared when there is no such account, so that an unknown address costs as long as a wrong password. */
const NOBODYS_HASH = hash('no account has this password', PARAMETERS);

/** At most one hash per core at a time: a rush of sign-ins queues here and leaves the other threads to everyone else. */
const inTurn = pLimit(availableParallelism());

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, PARAMETERS));
}

/** Whether a password is the one that was hashed; the same work where there is no hash. */
export function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  return inTurn(async () => (await verify(passwordHash ?? (await NOBODYS_HASH), password)) && passwordHash !== null);
}
