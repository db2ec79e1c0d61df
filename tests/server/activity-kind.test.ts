import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { migrateDatabase } from '../../server/database/client.ts';
import { migrateDatabaseTo } from '../../server/database/migrate-to.ts';
import type { TestDatabase } from '../support/database.ts';
import { until } from '../support/until.ts';
import { testDatabase } from '../support/vitest.ts';

const SHIPMENT = '01900000-0000-7000-8000-000000000002';

/** A database with one shipment, from before activity entries had a kind. */
async function olderDatabase(): Promise<TestDatabase> {
  const journal = new URL('../../server/database/migrations/meta/_journal.json', import.meta.url);
  const { entries } = JSON.parse(await readFile(journal, 'utf8')) as { entries: { when: number; tag: string }[] };
  const added = entries.findIndex(({ tag }) => tag === '0015_activity_kind');
  const database = await testDatabase({ empty: true });
  await migrateDatabaseTo(database.url, entries[added - 1]?.when ?? 0);
  await database.query(
    `insert into shipments (id, tracking_id, description, service, dimensions, weight, value_cents, fee_cents, payer, ship_to,
       ship_date, sender_name, sender_email, sender_phone, sender_code, receiver_name, receiver_email, receiver_phone, receiver_code)
     values ($1, 'W', 'd', 's', 'd', 'w', 1, 1, 'p', 't', now(), 'n', 'e', 'p', 'c', 'n', 'e', 'p', 'c')`,
    [SHIPMENT],
  );
  return database;
}

/** Adds an entry as an older server does, which knows no kinds. */
const addAsBefore = (database: TestDatabase, comment: string) =>
  database.query(
    `insert into activities (id, shipment_id, status, comment, address, occurred_at)
     values (gen_random_uuid(), $1, 'held', $2, '', now())`,
    [SHIPMENT, comment],
  );

async function kindsOf(database: TestDatabase): Promise<Record<string, string | null>> {
  const rows = await database.query<{ comment: string; kind: string | null }>('select comment, kind from activities');
  return Object.fromEntries(rows.map(({ comment, kind }) => [comment, kind]));
}

it('entries from before kinds get theirs, and so do those an older server adds later', async () => {
  const database = await olderDatabase();
  for (const comment of ['Label created', 'Status changed to Held', 'At the harbour'])
    await addAsBefore(database, comment);
  await migrateDatabase(database.url);
  for (const comment of ['Status changed to Shipped', 'Handed over']) await addAsBefore(database, comment);
  expect(await kindsOf(database)).toEqual({
    'Label created': 'created',
    'Status changed to Held': 'status',
    'At the harbour': 'location',
    'Status changed to Shipped': 'status',
    'Handed over': 'location',
  });
});

it('an older server works while old entries get their kinds; if killed, that starts again', async () => {
  const database = await olderDatabase();
  await addAsBefore(database, 'Label created');
  await database.query(`create function hold_up() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(15); return new; end $$`);
  await database.query('create trigger hold_up before update on activities for each row execute function hold_up()');
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('select pg_advisory_lock(15)');
  const killed = expect(migrateDatabase(database.url)).rejects.toThrow();
  const migrating = await until('the old entry is being filled', async () => {
    const [found] = await database.query<{ pid: number }>(
      `select pid from pg_locks where locktype = 'advisory' and objid = 15 and not granted
         and database = (select oid from pg_database where datname = current_database())`,
    );
    return found?.pid;
  });
  await addAsBefore(database, 'Handed over');
  expect(await kindsOf(database)).toEqual({ 'Label created': null, 'Handed over': 'location' });
  await database.query('select pg_terminate_backend($1)', [migrating]);
  await killed;
  await holder.query('select pg_advisory_unlock(15)');
  await migrateDatabase(database.url);
  expect(await kindsOf(database)).toEqual({ 'Label created': 'created', 'Handed over': 'location' });
});
