import { resolve } from 'node:path';
import type { Environment } from '../config/env.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../embedded-postgres/embedded.ts';

/** Null if DATABASE_URL is set. */
export async function openEmbeddedDatabase(
  { DATABASE_URL, DATA_DIR }: Pick<Environment, 'DATABASE_URL' | 'DATA_DIR'>,
  log: (message: string) => void,
  options: { onSpawned?: () => void; signal?: AbortSignal } = {},
): Promise<EmbeddedDatabase | null> {
  return DATABASE_URL ? null : startEmbeddedDatabase({ dataDir: resolve(DATA_DIR), log, ...options });
}
