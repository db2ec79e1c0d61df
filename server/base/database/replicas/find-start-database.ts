import { CONNECTION, Connection } from '../connection.ts';
import { latestMigration, readMigratedTo } from '../migrate.ts';

export interface StartDatabase {
  url: string;
  isPrimary: boolean;
}

const TIMEOUT_MS = 2_000;

/**
 * A replica counts if it has this version's tables.
 * @throws What is wrong with the primary, if no replica will do.
 */
export async function findStartDatabase(primaryUrl: string, replicaUrls: readonly string[]): Promise<StartDatabase> {
  if (replicaUrls.length === 0) return { url: primaryUrl, isPrimary: true };
  try {
    await assertAcceptsChanges(primaryUrl);
    return { url: primaryUrl, isPrimary: true };
  } catch (error) {
    const isUsable = await Promise.all(replicaUrls.map((url) => hasOurTables(url).catch(() => false)));
    const url = replicaUrls.find((_, index) => isUsable[index]);
    if (url === undefined) throw error;
    return { url, isPrimary: false };
  }
}

/** @throws If it is away, or follows another one. */
export async function assertAcceptsChanges(url: string): Promise<void> {
  // A transient error, as a write would throw it.
  const statement = 'select pg_is_in_recovery() as follows';
  const follows = await withConnection(url, async (client) => (await client.query(statement)).rows[0]?.follows);
  if (follows) throw Object.assign(new Error('DATABASE_URL: this PostgreSQL follows another one.'), { code: '25006' });
}

const hasOurTables = (url: string) =>
  withConnection(url, async (client) => (await readMigratedTo(client)) === latestMigration());

async function withConnection<Result>(url: string, work: (client: Connection) => Promise<Result>): Promise<Result> {
  const limits = { connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS };
  const client = new Connection({ ...CONNECTION, ...limits, connectionString: url });
  try {
    await client.connect();
    return await work(client);
  } finally {
    client.destroy();
  }
}
