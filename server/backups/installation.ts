import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Environment } from '../base/config/env.ts';
import { loadSecretKeys } from '../base/config/secret-keys.ts';
import { checkConnection } from '../base/database/client.ts';
import {
  type EmbeddedDatabase,
  findRunningDatabase,
  startEmbeddedDatabase,
} from '../base/embedded-postgres/embedded.ts';
import { OWNER_ONLY } from '../base/embedded-postgres/private-folder.ts';
import { getDatabaseError } from '../base/errors/error-log.ts';
import { onStopSignals } from '../base/process/stop-signals.ts';
import { createSecrets, type Secrets } from '../base/secrets/secrets.ts';

export interface Installation {
  dataDir: string;
  url: string;
  secrets: Secrets;
  stop(): Promise<void>;
}

const ending = new AbortController();
/** A script that a signal ends would leave these running. */
const stops = new Set<() => Promise<unknown>>();
/** Likewise. */
let starting: Promise<EmbeddedDatabase> | undefined;

/**
 * Opens DATABASE_URL or the embedded database, started if necessary.
 * @throws If it is missing, in use or does not respond.
 */
export async function openInstallation(
  environment: Environment,
  { exclusive = false }: { exclusive?: boolean } = {},
): Promise<Installation> {
  const dataDir = resolve(environment.DATA_DIR);
  if (environment.DATABASE_URL) {
    await checkConnection(environment.DATABASE_URL).catch((cause: unknown) => {
      throw new Error(`The database of DATABASE_URL cannot be opened: ${describe(cause)}`, { cause });
    });
  } else if (!exclusive && !existsSync(join(dataDir, 'postgres'))) {
    throw new Error(`There is no database in ${dataDir} yet. Start the server first, or set DATA_DIR or DATABASE_URL.`);
  }
  await mkdir(dataDir, { recursive: true, mode: OWNER_ONLY.folder });
  const configured = environment.DATABASE_URL ?? (exclusive ? null : findRunningDatabase(dataDir));
  if (!configured) starting = startEmbeddedDatabase({ dataDir, signal: ending.signal });
  const embedded = await starting;
  return {
    dataDir,
    url: configured ?? embedded?.url ?? '',
    secrets: createSecrets(await loadSecretKeys(environment.SECRET_KEY, dataDir)),
    stop: async () => embedded?.stop(),
  };
}

/** Runs `work`, and calls `stop` if a signal ends the script first. */
export async function stoppable<Result>(stop: () => Promise<unknown>, work: () => Promise<Result>): Promise<Result> {
  stops.add(stop);
  try {
    return await work();
  } finally {
    stops.delete(stop);
  }
}

/** An AggregateError has no message. */
const describe = (error: unknown): string =>
  error instanceof AggregateError ? error.errors.map(describe).join(', ') : (error as Error).message;

export async function runScript(script: () => Promise<number>): Promise<void> {
  onStopSignals(
    async (signal) => {
      ending.abort();
      const embedded = await starting?.catch(() => undefined);
      for (const stop of stops) await stop().catch(() => undefined);
      await embedded?.stop();
      process.stderr.write(`Stopped by ${signal}.\n`);
      process.exit(2);
    },
    // A second signal waits for nothing.
    () => process.exit(2),
  );
  // Whoever reads, such as `head`, may have read enough.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  try {
    process.exitCode = await script();
  } catch (error) {
    if (ending.signal.aborted) return;
    process.stderr.write(`${describe(getDatabaseError(error))}\n`);
    // Connections may still be open.
    process.exit(2);
  }
}
