import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import manifest from '../../../package.json' with { type: 'json' };
import { MIGRATIONS } from '../config/paths.ts';
import { CONNECTION, Connection } from './connection.ts';
import { ADVISORY_LOCKS } from './session-lock.ts';

/** Unique indexes are not built this way: duplicates could come first. */
const ONLINE_INDEX = /^\s*(?:--.*\n\s*)*CREATE INDEX CONCURRENTLY "?(\w+)/i;
export const INDEX_BUILDER = 'waybill-indexes';
const RETIRED_INDEX = /^\s*(?:--.*\n\s*)*DROP INDEX CONCURRENTLY (?:IF EXISTS )?"?(\w+)/i;
/** A procedure that fills new columns of old rows. */
const ONLINE_FILL = /^\s*(?:--.*\n\s*)*CALL (\w+)\(\)/i;
const DROPPED_INDEXES = /^DROP INDEX (?:CONCURRENTLY )?(?:IF EXISTS )?"?(\w+)/gim;

const isOnline = (statement: string) =>
  [ONLINE_INDEX, RETIRED_INDEX, ONLINE_FILL].some((pattern) => pattern.test(statement));

const readMigrations = (folder: string) => readMigrationFiles({ migrationsFolder: folder });

export const latestMigration = (folder = MIGRATIONS): number => readMigrations(folder).at(-1)?.folderMillis ?? 0;

export async function readMigratedTo(client: pg.Client | pg.Pool): Promise<number | null> {
  const table = await client.query<{ there: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as there",
  );
  if (!table.rows[0]?.there) return null;
  const { rows } = await client.query<{ last: string | null }>(
    'select max(created_at) as last from drizzle.__drizzle_migrations',
  );
  return rows[0]?.last == null ? null : Number(rows[0].last);
}

/** @throws If it is from before 0.1.0, whose migrations are our first. */
export function assertCanMigrate(from: number | null, what: 'database' | 'backup' = 'database'): void {
  if (from === null || from >= (readMigrations(MIGRATIONS)[0]?.folderMillis ?? 0)) return;
  throw new Error(
    `The tables of this ${what} are from before version 0.1.0. Restore a newer backup, or start with an empty database.`,
  );
}

export async function findNewerRelease(client: pg.Client | pg.Pool, folder = MIGRATIONS): Promise<string | null> {
  if (((await readMigratedTo(client)) ?? 0) <= latestMigration(folder)) return null;
  const { rows } = await client.query<{ name: string | null }>(
    "select obj_description('drizzle.__drizzle_migrations'::regclass, 'pg_class') as name",
  );
  return rows[0]?.name ?? 'a newer release';
}

/**
 * Migrates a database, even from many servers at once. `to` sets an earlier version for an empty
 * one.
 * @throws If its tables are from before 0.1.0 or from a newer version, or no version's last
 * migration was `to`.
 */
export async function migrateDatabase(
  url: string,
  { to, folder = MIGRATIONS }: { to?: number; folder?: string } = {},
): Promise<void> {
  const migrations = readMigrations(folder);
  const last = to === undefined ? migrations.length - 1 : migrations.findIndex((one) => one.folderMillis === to);
  if (last < 0) throw new Error('This version of Waybill does not know the schema of this backup.');
  const client = new Connection({ ...CONNECTION, connectionString: url });
  await client.connect();
  try {
    const problem = await findEncodingProblem(client);
    if (problem) throw new Error(problem);
    // Only one of several servers migrates.
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.migration]);
    const from = await readMigratedTo(client);
    assertCanMigrate(from);
    const newer = await findNewerRelease(client, folder);
    if (newer) {
      throw new Error(
        `The database belongs to ${newer}, and this is Waybill ${manifest.version}. Start the newer one, or see "Go back" in docs/operating.md.`,
      );
    }
    if (from !== null && from < latestMigration(folder)) await endIndexBuilds(client);
    // Drizzle's migrate() does the same, but its types hide these two.
    const { dialect, session } = drizzle({ client }) as unknown as {
      dialect: { migrate(list: MigrationMeta[], session: unknown, options: object): Promise<void> };
      session: unknown;
    };
    await dialect.migrate(migrations.slice(0, last + 1).map(from === null ? buildAtOnce : buildOnline), session, {});
    if (from !== migrations[last]?.folderMillis) await nameRelease(client);
  } finally {
    await client.end();
  }
}

/** Other encodings lack letters of people’s names. */
export async function findEncodingProblem(client: Pick<pg.Client, 'query'>): Promise<string | null> {
  const { rows } = await client.query<{ encoding: string }>("select current_setting('server_encoding') as encoding");
  const encoding = rows[0]?.encoding ?? 'UTF8';
  return encoding === 'UTF8' ? null : `The database's encoding is ${encoding}; create it with ENCODING 'UTF8'.`;
}

const nameRelease = (client: pg.Client) =>
  client.query(`comment on table drizzle.__drizzle_migrations is 'Waybill ${manifest.version}'`);

/** An earlier version’s build would hold up our locks. We build it again. */
async function endIndexBuilds(client: pg.Client): Promise<void> {
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and datname = current_database()`,
    [INDEX_BUILDER],
  );
}

/** An empty database has nothing to fill. */
const buildAtOnce = (migration: MigrationMeta): MigrationMeta => ({
  ...migration,
  sql: migration.sql.map((one) =>
    isOnline(one) ? one.replace('CONCURRENTLY ', '').replace(ONLINE_FILL, 'DROP PROCEDURE $1()') : one,
  ),
});

const buildOnline = (migration: MigrationMeta): MigrationMeta => ({
  ...migration,
  sql: migration.sql.filter((one) => !isOnline(one)),
});

export function listOnlineIndexes(folder: string): Map<string, string> {
  const indexes = new Map<string, string>();
  for (const statement of readMigrations(folder).flatMap(({ sql }) => sql)) {
    for (const [, dropped = ''] of statement.matchAll(DROPPED_INDEXES)) indexes.delete(dropped);
    const [, built] = ONLINE_INDEX.exec(statement) ?? [];
    if (built) indexes.set(built, statement);
  }
  return indexes;
}

export const listRetiredIndexes = (folder: string): string[] =>
  readMigrations(folder).flatMap(({ sql }) => sql.flatMap((one) => RETIRED_INDEX.exec(one)?.[1] ?? []));

export const listOnlineFills = (folder: string): string[] =>
  readMigrations(folder).flatMap(({ sql }) => sql.flatMap((one) => ONLINE_FILL.exec(one)?.[1] ?? []));
