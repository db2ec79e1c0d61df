import { realpathSync } from 'node:fs';
import pg from 'pg';
import type { Cluster } from './embedded-spawn.ts';

/** The caller ends the client. */
export async function connectAsSuperuser(cluster: Cluster, port: number, database = 'postgres'): Promise<pg.Client> {
  const { password } = cluster;
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database,
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => undefined); // A connection lost while idle; the next query reports it.
  await client.connect();
  return client;
}

export async function acceptsConnections(cluster: Cluster, port: number): Promise<boolean> {
  let client: pg.Client;
  try {
    client = await connectAsSuperuser(cluster, port);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isTransient = ['57P03', '53300', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(code ?? '');
    // biome-ignore lint/plugin/sentences: pg gives its own errors no code
    if (isTransient || /terminated|timeout/i.test(message)) return false;
    throw error;
  }
  try {
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    const served = rows[0]?.data_directory ?? '';
    if (realpathSync(served) === cluster.directory) return true;
    throw new Error(`PostgreSQL on port ${port} serves ${served}, not ${cluster.directory}.`);
  } finally {
    await client.end();
  }
}
