/** Hashes on a thread, whose priority can be lower than its process’s: visitors come first. */
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';

const NICENESS = 10;
/** OWASP's first choice for Argon2id; memory in KiB. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** With `hashed`, the result says whether it is a hash of `text`; otherwise it is a hash. */
export interface Task {
  text: string;
  hashed?: string;
}

try {
  // Elsewhere a thread has the priority of its process.
  if (process.platform === 'linux') setPriority(NICENESS);
} catch {}

parentPort?.on('message', ({ text, hashed }: Task) =>
  parentPort?.postMessage(hashed === undefined ? hashSync(text, PARAMETERS) : verifySync(hashed, text)),
);
