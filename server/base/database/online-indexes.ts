import pg from 'pg';
import { MIGRATIONS } from '../config/paths.ts';
import { CONNECTION, Connection } from './connection.ts';
import {
  INDEX_BUILDER,
  latestMigration,
  listOnlineFills,
  listOnlineIndexes,
  listRetiredIndexes,
  readMigratedTo,
} from './migrate.ts';
import { ADVISORY_LOCKS } from './session-lock.ts';

interface Log {
  info(message: string): void;
  error(error: unknown, message: string): void;
}

/** Builds the missing CONCURRENTLY indexes of migrations, then drops those they replace (decision 0042). */
export async function buildOnlineIndexes(
  url: string,
  log: Log,
  { signal, folder = MIGRATIONS }: { signal: AbortSignal; folder?: string },
): Promise<void> {
  const indexes = listOnlineIndexes(folder);
  if (indexes.size === 0) return;
  const client = new Connection({ ...CONNECTION, connectionString: url, application_name: INDEX_BUILDER });
  const end = () => client.end().catch(() => undefined);
  signal.addEventListener('abort', end);
  const attempt = async (work: () => Promise<void>, what: string): Promise<boolean> => {
    if (signal.aborted) return false;
    return work().then(
      () => true,
      (error: unknown) => {
        if (!signal.aborted) log.error(error, `${what} not built. The next start tries again`);
        return false;
      },
    );
  };
  await attempt(async () => {
    await client.connect();
    if (!(await claimBuilds(client, latestMigration(folder)))) return;
    for (const name of listOnlineFills(folder)) {
      await attempt(async () => {
        if (await fill(client, name)) log.info(`${name} has ended.`);
      }, `What ${name} fills was`);
    }
    let areBuilt = true;
    for (const [name, statement] of indexes) {
      areBuilt =
        (await attempt(async () => {
          if (await build(client, name, statement)) log.info(`The index ${name} was built.`);
        }, `The index ${name} was`)) && areBuilt;
    }
    if (!areBuilt) return;
    for (const name of listRetiredIndexes(folder)) {
      if (indexes.has(name)) continue;
      await client.query(`drop index concurrently if exists ${pg.escapeIdentifier(name)}`);
    }
  }, 'Indexes were');
  signal.removeEventListener('abort', end);
  await end();
}

/** Locks the builds until the connection ends. */
async function claimBuilds(client: pg.Client, version: number): Promise<boolean> {
  await client.query('set statement_timeout to 0; set lock_timeout to 0');
  // PostgreSQL would finish a build without its server. It cannot look on Windows.
  await client.query("set client_connection_check_interval to '500ms'").catch(() => undefined);
  // Under the migrations’ lock, the build would wait for a server that waits for that lock.
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
    ADVISORY_LOCKS.indexes,
  ]);
  return rows[0]?.locked === true && (await readMigratedTo(client)) === version;
}

/** False if the index is there. A killed build leaves it invalid. */
async function build(client: pg.Client, name: string, statement: string): Promise<boolean> {
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [pg.escapeIdentifier(name)],
  );
  if (rows[0]?.valid) return false;
  if (rows[0]) await client.query(`drop index concurrently ${pg.escapeIdentifier(name)}`);
  await client.query(statement);
  return true;
}

/** False if it was done before: a procedure is dropped once it has ended. */
async function fill(client: pg.Client, name: string): Promise<boolean> {
  const procedure = `${pg.escapeIdentifier(name)}()`;
  const { rows } = await client.query<{ there: boolean }>('select to_regprocedure($1) is not null as there', [
    procedure,
  ]);
  if (!rows[0]?.there) return false;
  await client.query(`call ${procedure}`);
  await client.query(`drop procedure ${procedure}`);
  return true;
}
