/**
 * What a script works on: the database and the key of this installation, whether its server is
 * running or not.
 */
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createSecrets, loadSecretKey, type Secrets } from '../auth/secrets.ts';
import type { Environment } from '../config/env.ts';
import { OWNER_ONLY } from '../config/private-folder.ts';
import { findRunningDatabase, startEmbeddedDatabase } from '../embedded-postgres/embedded.ts';
import { getDatabaseError } from '../errors/error-log.ts';

export interface Installation {
  dataDir: string;
  /** The URL of the database. */
  url: string;
  secrets: Secrets;
  stop(): Promise<void>;
}

/**
 * Opens the configured database, or the embedded one: that of a running server, else one started
 * until `stop()`. `exclusive`: not beside a running server.
 * @throws `Another Waybill server is already using DATA_DIR …` in that case.
 */
export async function openInstallation(
  environment: Environment,
  { exclusive = false }: { exclusive?: boolean } = {},
): Promise<Installation> {
  const dataDir = resolve(environment.DATA_DIR);
  await mkdir(dataDir, { recursive: true, mode: OWNER_ONLY.folder });
  const configured = environment.DATABASE_URL ?? (exclusive ? null : findRunningDatabase(dataDir));
  const embedded = configured ? null : await startEmbeddedDatabase({ dataDir });
  return {
    dataDir,
    url: configured ?? embedded?.url ?? '',
    secrets: createSecrets(await loadSecretKey(environment.SECRET_KEY, dataDir)),
    stop: async () => embedded?.stop(),
  };
}

/**
 * Runs a script; its result is the exit code. An error is printed as one line, with exit code 2.
 */
export async function runScript(script: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await script();
  } catch (error) {
    process.stderr.write(`${(getDatabaseError(error) as Error).message}\n`);
    process.exitCode = 2;
  }
}
