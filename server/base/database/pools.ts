/** So that no kind of work can use up another's connections. */
import type pg from 'pg';
import type { Environment } from '../config/env.ts';
import { type DatabaseClient, openDatabase, type PoolOptions } from './client.ts';
import { RECORDS_POOL } from './snapshot.ts';

export interface Pools {
  lookUps: DatabaseClient;
  reads: DatabaseClient;
  writes: DatabaseClient;
  shops: DatabaseClient;
  jobs: DatabaseClient;
  records: DatabaseClient;
}

/** Longer than our transactions take, shorter than people wait. */
const LOCK_TIMEOUT_MS = 2_000;

const OPTIONS = {
  lookUps: { name: 'waybill-look-ups', statementTimeout: 2_000 },
  reads: { name: 'waybill-reads', statementTimeout: 10_000, lockTimeout: LOCK_TIMEOUT_MS },
  writes: { name: 'waybill-writes', statementTimeout: 10_000, lockTimeout: LOCK_TIMEOUT_MS },
  shops: { name: 'waybill-shops', statementTimeout: 10_000, lockTimeout: LOCK_TIMEOUT_MS },
  jobs: { name: 'waybill', connections: 3 },
  records: RECORDS_POOL,
} as const satisfies Record<keyof Pools, PoolOptions>;

/** Jobs, records check, job queue, two listeners, the watch over the primary. */
const JOBS_CONNECTIONS = 3 + 3 + 4 + 2 + 1;
/** Each web process also has its queue, listener, readiness and the watch. */
const WEB_CONNECTIONS = 1 + 1 + 1 + 1;
const MAX_CONNECTIONS = { lookUps: 3, reads: 7, writes: 7, shops: 2 };
const MAX_FOR_PEOPLE = 3 + 7 + 7 + 2;

/** What a server with so many web processes takes however small its share is. */
export const leastConnections = (webs: number): number => JOBS_CONNECTIONS + webs * (WEB_CONNECTIONS + 1 + 2 + 2 + 1);

type Sharing = Pick<Environment, 'SERVERS' | 'WEB'>;

/**
 * Gives one web process its share of `limit`, and at least what `leastConnections` counts (decision
 * 0021).
 */
export function poolSizes(limit: number, { SERVERS, WEB }: Sharing): typeof MAX_CONNECTIONS {
  const ofWeb = Math.floor((Math.floor(limit / SERVERS) - JOBS_CONNECTIONS) / WEB);
  const part = (ofWeb - WEB_CONNECTIONS) / MAX_FOR_PEOPLE;
  const sizeOf = (max: number, min: number) => Math.max(min, Math.min(max, Math.floor(max * part)));
  const { lookUps, reads, writes, shops } = MAX_CONNECTIONS;
  return { lookUps: sizeOf(lookUps, 1), reads: sizeOf(reads, 2), writes: sizeOf(writes, 2), shops: sizeOf(shops, 1) };
}

const CONNECTION_LIMIT = `
  select least(
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true)::int, 0),
    nullif(rolconnlimit, -1), nullif(datconnlimit, -1)) as connections
  from pg_roles, pg_database where rolname = current_user and datname = current_database()`;

export async function readConnectionLimit(client: Pick<pg.Client, 'query'>): Promise<number> {
  const { rows } = await client.query<{ connections: number }>(CONNECTION_LIMIT);
  return rows[0]?.connections ?? 0;
}

/** `facts`: what there is to connect to, the same on a replica. */
export async function openPools(url: string, sharing: Sharing, facts: pg.Pool): Promise<Pools> {
  const connections = poolSizes(await readConnectionLimit(facts), sharing);
  return {
    lookUps: openDatabase(url, { ...OPTIONS.lookUps, connections: connections.lookUps }),
    reads: openDatabase(url, { ...OPTIONS.reads, connections: connections.reads }),
    writes: openDatabase(url, { ...OPTIONS.writes, connections: connections.writes }),
    shops: openDatabase(url, { ...OPTIONS.shops, connections: connections.shops }),
    jobs: openDatabase(url, OPTIONS.jobs),
    records: openDatabase(url, OPTIONS.records),
  };
}

export function dropConnections(pools: Pools): void {
  for (const { drop } of Object.values(pools) as DatabaseClient[]) drop();
}

export async function closePools(pools: Pools): Promise<void> {
  await Promise.all(Object.values(pools).map(({ close }: DatabaseClient) => close()));
}
