/**
 * Kills one of PostgreSQL's processes, as crashes, administrators and the kernel's memory killer
 * do.
 */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { findPostmaster, listChildren } from '../support/postgres-processes.ts';
import { until } from '../support/until.ts';

interface Kill {
  what: string;
  /** How often it is chosen, relative to the others. */
  weight: number;
  signal: NodeJS.Signals;
  /** Null: the postmaster itself. */
  victim: RegExp | null;
}

const KILLS: readonly Kill[] = [
  { what: 'a connection crashed', weight: 10, signal: 'SIGKILL', victim: /^postgres: waybill / },
  { what: 'a connection ended by an administrator', weight: 4, signal: 'SIGTERM', victim: /^postgres: waybill / },
  { what: 'a background process crashed', weight: 3, signal: 'SIGKILL', victim: /checkpointer|writer|launcher/ },
  { what: 'the postmaster killed', weight: 1, signal: 'SIGKILL', victim: null },
  { what: 'an immediate shutdown', weight: 1, signal: 'SIGQUIT', victim: null },
  { what: 'a fast shutdown', weight: 1, signal: 'SIGINT', victim: null },
];
const DECK = KILLS.flatMap((kill) => Array<Kill>(kill.weight).fill(kill));

/**
 * Kills one process of the PostgreSQL in `clusterFolder`, chosen at random. Returns what was done.
 */
export function killDatabaseProcess(clusterFolder: string): string {
  for (;;) {
    const postmaster = findPostmaster(realpathSync(join(clusterFolder, 'postgres')));
    const kill = DECK[Math.floor(Math.random() * DECK.length)];
    if (!postmaster || !kill) continue;
    const { victim } = kill;
    const victims = victim ? listChildren(postmaster).filter(({ title }) => victim.test(title)) : [{ pid: postmaster }];
    const chosen = victims[Math.floor(Math.random() * victims.length)];
    if (!chosen) continue;
    try {
      process.kill(chosen.pid, kill.signal);
      return kill.what;
    } catch {
      // It ended by itself just now: another one then.
    }
  }
}

/** Resolves when PostgreSQL serves again. */
export function waitUntilDatabaseServes(url: string): Promise<unknown> {
  return until(
    'PostgreSQL serves',
    async () => {
      const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
      client.on('error', () => undefined);
      try {
        await client.connect();
        await client.query('select 1');
        return true;
      } catch {
        return false;
      } finally {
        await client.end().catch(() => undefined);
      }
    },
    60_000,
  );
}
