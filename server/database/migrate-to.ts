import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { MIGRATIONS } from '../config/paths.ts';
import { CONNECTION, Connection } from './connection.ts';

const config = { migrationsFolder: MIGRATIONS };

/** The last migration, in milliseconds since 1970. */
export function latestMigration(): number {
  return readMigrationFiles(config).at(-1)?.folderMillis ?? 0;
}

/**
 * Migrates an empty database to the schema of an earlier version.
 * @throws If no version's last migration was `migratedTo`.
 */
export async function migrateDatabaseTo(url: string, migratedTo: number): Promise<void> {
  const migrations = readMigrationFiles(config);
  const last = migrations.findIndex(({ folderMillis }) => folderMillis === migratedTo);
  if (last < 0) throw new Error('This version of Waybill does not know the schema of this backup.');
  const client = new Connection({ ...CONNECTION, connectionString: url });
  await client.connect();
  try {
    const db = drizzle({ client });
    // Drizzle's own migrate() runs all of them.
    const { dialect, session } = db as unknown as {
      dialect: { migrate(list: typeof migrations, session: unknown, options: typeof config): Promise<void> };
      session: unknown;
    };
    await dialect.migrate(migrations.slice(0, last + 1), session, config);
  } finally {
    await client.end();
  }
}
