import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../config/env.ts';
import { type EmbeddedDatabase, findRunningDatabase, startEmbeddedDatabase } from '../embedded-postgres/embedded.ts';

const POLL_MS = 200;

/**
 * Null if DATABASE_URL is set. It belongs to the web process: the one for jobs waits for it.
 */
export async function openEmbeddedDatabase(
  { DATABASE_URL, DATA_DIR, PROCESS }: Pick<Environment, 'DATABASE_URL' | 'DATA_DIR' | 'PROCESS'>,
  log: (message: string) => void,
  options: { onSpawned?: () => void; signal?: AbortSignal } = {},
): Promise<EmbeddedDatabase | null> {
  const dataDir = resolve(DATA_DIR);
  if (DATABASE_URL) return null;
  if (PROCESS !== 'jobs') return startEmbeddedDatabase({ dataDir, log, ...options });
  options.onSpawned?.();
  let url = findRunningDatabase(dataDir);
  for (; url === null; url = findRunningDatabase(dataDir)) await sleep(POLL_MS, undefined, { signal: options.signal });
  return { url, adopted: true, wake: () => undefined, stop: async () => undefined };
}
