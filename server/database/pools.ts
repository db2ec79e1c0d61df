/**
 * The connection pools of one process, one per kind of work, so that none can use up another's
 * connections.
 */
import { type DatabaseClient, openDatabase, type PoolOptions } from './client.ts';
import { RECORDS_POOL } from './snapshot.ts';

export interface Pools {
  /** Visitors' lookups. */
  lookUps: DatabaseClient;
  /** Reads of signed-in users, sessions and limits: single short statements. */
  reads: DatabaseClient;
  /** Transactions of mutations. */
  writes: DatabaseClient;
  /** Background jobs, which nobody waits for. */
  jobs: DatabaseClient;
  /** The records check: statements that read whole tables, once an hour. */
  records: DatabaseClient;
}

/**
 * How long a statement waits for a locked row: longer than our transactions take, shorter than
 * people wait.
 */
const LOCK_TIMEOUT_MS = 2_000;

const OPTIONS = {
  lookUps: { name: 'waybill-look-ups', statementTimeout: 2_000 },
  reads: { name: 'waybill-reads', statementTimeout: 10_000, lockTimeout: LOCK_TIMEOUT_MS },
  writes: { name: 'waybill-writes', statementTimeout: 10_000, lockTimeout: LOCK_TIMEOUT_MS },
  jobs: { name: 'waybill', connections: 3 },
  records: RECORDS_POOL,
} as const satisfies Record<keyof Pools, PoolOptions>;

/** Jobs, the records check, the job queue, and the two listening connections. */
const BACKGROUND_CONNECTIONS = 3 + 3 + 4 + 2;
/** The pools that serve people, at their largest useful size. */
const MAX_CONNECTIONS = { lookUps: 3, reads: 8, writes: 8 };
const MAX_FOR_PEOPLE = 3 + 8 + 8;

/**
 * The sizes of the pools that serve people, for a PostgreSQL that allows `limit` connections to
 * `servers` servers: no server takes more than its share, but each takes at least 17.
 * Docs: decision 0040.
 */
export function poolSizes(limit: number, servers: number): typeof MAX_CONNECTIONS {
  const part = (Math.floor(limit / servers) - BACKGROUND_CONNECTIONS) / MAX_FOR_PEOPLE;
  const sizeOf = (max: number, min: number) => Math.max(min, Math.min(max, Math.floor(max * part)));
  const { lookUps, reads, writes } = MAX_CONNECTIONS;
  return { lookUps: sizeOf(lookUps, 1), reads: sizeOf(reads, 2), writes: sizeOf(writes, 2) };
}

/** How many connections PostgreSQL allows this role on this database, without reserved ones. */
const CONNECTION_LIMIT = `
  select least(
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0),
    nullif(rolconnlimit, -1), nullif(datconnlimit, -1)) as connections
  from pg_roles, pg_database where rolname = current_user and datname = current_database()`;

/** Opens the pools within this server's share; connections are made when needed. */
export async function openPools(url: string, servers: number): Promise<Pools> {
  const jobs = openDatabase(url, OPTIONS.jobs);
  const { rows } = await jobs.pool.query<{ connections: number }>(CONNECTION_LIMIT);
  const connections = poolSizes(rows[0]?.connections ?? 0, servers);
  return {
    lookUps: openDatabase(url, { ...OPTIONS.lookUps, connections: connections.lookUps }),
    reads: openDatabase(url, { ...OPTIONS.reads, connections: connections.reads }),
    writes: openDatabase(url, { ...OPTIONS.writes, connections: connections.writes }),
    jobs,
    records: openDatabase(url, OPTIONS.records),
  };
}

/** Closes the pools once current queries are done. */
export async function closePools(pools: Pools): Promise<void> {
  await Promise.all(Object.values(pools).map(({ close }: DatabaseClient) => close()));
}
