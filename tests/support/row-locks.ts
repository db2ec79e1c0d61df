/** Keeps requests open: by a locked row, and by a connection that sends half a request. */
import { once } from 'node:events';
import { connect } from 'node:net';
import pg from 'pg';
import type { TestDatabase } from './database.ts';
import { until } from './until.ts';

export interface LockedRow {
  /** Resolves when so many wait for the row. */
  waitForWaiters(waiters?: number): Promise<void>;
  release(): Promise<void>;
}

const KEYS = { balances: 'user_id', visit_proofs: 'visit_id', day_figures: 'day' };

/** Locks the row of a shipment, a user, a run, or those of a balance, a visit's pictures or a day, from its own connection. */
export async function lockRow(
  database: TestDatabase,
  id: string,
  table: 'shipments' | 'users' | 'runs' | keyof typeof KEYS = 'shipments',
): Promise<LockedRow> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('begin');
  const { [table as keyof typeof KEYS]: key = 'id' } = KEYS;
  await client.query(`select 1 from ${table} where ${key} = $1 for update`, [id]);
  const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  return {
    async waitForWaiters(waiters = 1) {
      await until('something waits for the row', async () => (await database.query(waiting)).length >= waiters);
    },
    async release() {
      await client.query('rollback');
      await client.end();
    },
  };
}

export interface RawConnection {
  send(text: string): Promise<void>;
  /** The next answer, whole, with its head. */
  answer(): Promise<string>;
}

/** A connection that sends exactly what a test writes. It closes with the server. */
export async function openRawConnection(url: string): Promise<RawConnection> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  return {
    async send(text) {
      await new Promise((resolve) => socket.write(text, resolve));
    },
    async answer() {
      const [head = ''] = await until('an answer came', () => /^.*?\r\n\r\n/s.exec(received));
      const length = head.length + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      await until('the answer was whole', () => received.length >= length);
      const answer = received.slice(0, length);
      received = received.slice(length);
      return answer;
    },
  };
}
