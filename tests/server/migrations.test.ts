import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readManifest } from '../../server/backups/manifest.ts';
import { restoreBackup } from '../../server/backups/restore-backup.ts';
import { writeBackup } from '../../server/backups/write-backup.ts';
import { MIGRATIONS } from '../../server/base/config/paths.ts';
import { migrateDatabase } from '../../server/base/database/migrate.ts';
import { schema } from '../../server/base/database/schema.ts';
import type { TestDatabase } from '../support/database.ts';
import { testDatabase, testServer } from '../support/vitest.ts';

const meta = join(MIGRATIONS, 'meta');
const snapshots = (await readdir(meta)).filter((name) => name.endsWith('_snapshot.json')).toSorted();
const read = (name = '') => readFile(join(meta, name), 'utf8');

it('the migrations make the tables that the code describes', async () => {
  const last = JSON.parse(await read(snapshots.at(-1)));
  expect(await generateMigration(last, generateDrizzleJson(schema, last.id, undefined, 'snake_case'))).toEqual([]);
});

it('only the last migration has a snapshot, of one line, as `npm run migration` writes it', async () => {
  const { entries } = JSON.parse(await read('_journal.json')) as { entries: { tag: string }[] };
  const number = entries.at(-1)?.tag.slice(0, 4);
  expect(snapshots).toEqual([`${number}_snapshot.json`]);
  expect((await read(snapshots[0])).trimEnd().split('\n')).toHaveLength(1);
});

it('a database at the last schema before 0.1.0 goes on as it is', async () => {
  const database = await testDatabase();
  const migrated = 'select created_at from drizzle.__drizzle_migrations order by id';
  await database.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('an older one', 1)`);
  const before = await database.query(migrated);
  await migrateDatabase(database.url);
  expect(await database.query(migrated)).toEqual(before);
});

it('a newer database is refused by the name of its release, and stays as it is', async () => {
  const database = await testDatabase();
  await database.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('a newer one', 9e12)`);
  await database.query(`comment on table drizzle.__drizzle_migrations is 'Waybill 9.9.9'`);
  const migrated = 'select created_at from drizzle.__drizzle_migrations order by id';
  const before = await database.query(migrated);
  await expect(migrateDatabase(database.url)).rejects.toThrow(
    /^The database belongs to Waybill 9\.9\.9, and this is Waybill \d.*"Go back" in docs\/operating\.md\.$/,
  );
  expect(await database.query(migrated)).toEqual(before);
});

describe('an older database is refused before anything changes', () => {
  const refusal =
    'The tables of this database are from before version 0.1.0. Restore a newer backup, or start with an empty database.';

  async function olderDatabase(): Promise<TestDatabase> {
    const { migratedTo } = await readManifest(join(import.meta.dirname, 'upgrades/backup-0.1.0'));
    const database = await testDatabase({ empty: true });
    await database.query(`create schema drizzle; create table users (id uuid);
      create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
      insert into drizzle.__drizzle_migrations (hash, created_at) values ('an older one', ${migratedTo - 1})`);
    return database;
  }
  const contentOf = (database: TestDatabase) =>
    database.query("select schemaname, tablename from pg_tables where schemaname !~ '^pg_' order by 1, 2");
  async function installation({ url }: TestDatabase) {
    const dataDir = await mkdtemp(join(tmpdir(), 'waybill-older-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    return { url, dataDir, secrets: (await testServer()).services.secrets };
  }

  it('by a server that starts on it', async () => {
    const database = await olderDatabase();
    const before = await contentOf(database);
    await expect(migrateDatabase(database.url)).rejects.toThrow(refusal);
    expect(await contentOf(database)).toEqual(before);
  });

  it('by a backup, and as the place to restore one', async () => {
    const older = await installation(await olderDatabase());
    const into = join(older.dataDir, 'backup');
    await expect(writeBackup(older, into, { imagesElsewhere: false })).rejects.toThrow(refusal);
    const folder = join(import.meta.dirname, 'upgrades/backup-0.1.0');
    await expect(restoreBackup(folder, await readManifest(folder), older)).rejects.toThrow(refusal);
    expect(await readdir(older.dataDir)).toEqual([]);
  });

  it('as a backup', async () => {
    const empty = await installation(await testDatabase({ empty: true }));
    const folder = join(import.meta.dirname, 'upgrades/backup-0.1.0');
    const manifest = await readManifest(folder);
    const older = { ...manifest, migratedTo: manifest.migratedTo - 1 };
    await expect(restoreBackup(folder, older, empty)).rejects.toThrow(/^The tables of this backup are from before/);
    expect(await readdir(empty.dataDir)).toEqual([]);
  });
});

/** A database as it was before this migration. */
async function databaseBefore(name: string): Promise<TestDatabase> {
  const database = await testDatabase({ empty: true });
  const { entries } = JSON.parse(await read('_journal.json')) as { entries: { tag: string; when: number }[] };
  const before = entries[entries.findIndex(({ tag }) => tag.endsWith(`_${name}`)) - 1];
  await migrateDatabase(database.url, { to: before?.when ?? 0 });
  return database;
}

it('places that a shop may have given are forgotten, and older and learned ones stay', async () => {
  const database = await databaseBefore('point-of-a-shop');
  await database.query(`insert into places (key, lat, lng, radius, source, updated_at) values
    ('desk', 1, 1, 50, 'given', '2026-01-01'), ('shop', 2, 2, 50, 'given', '2026-02-02'),
    ('learned', 3, 3, 25, 'courier', '2026-02-02')`);
  await database.query(`insert into shipments (id, tracking_id, description, service, dimensions, weight, value_cents,
      fee_cents, ship_to, ship_date, sender_name, sender_email, sender_phone, receiver_name, receiver_email,
      receiver_phone, payer, sender_code, receiver_code, address, created_at)
    select gen_random_uuid(), day, '', '', '', '', 0, 0, '', now(), '', '', '', '', '', '', 'sender', '', '',
      address, day::timestamptz
    from (values ('{}'::jsonb, '2026-02-01'), (null, '2025-01-01')) as rows (address, day)`);
  await migrateDatabase(database.url);
  const kept = await database.query(`select convert_from(key, 'utf8') as key from places order by 1`);
  expect(kept.map(({ key }) => key)).toEqual(['desk', 'learned']);
});

describe('the roles of people', () => {
  it('come from the two flags of 0.1.0', async () => {
    const database = await databaseBefore('roles');
    await database.query(`insert into users (id, email, manager, courier) values
      (gen_random_uuid(), 'a', false, false), (gen_random_uuid(), 'b', true, false),
      (gen_random_uuid(), 'c', false, true), (gen_random_uuid(), 'd', true, true)`);
    await migrateDatabase(database.url);
    expect(await database.query('select roles from users order by email')).toEqual([
      { roles: [] },
      { roles: ['manager'] },
      { roles: ['courier'] },
      { roles: ['manager', 'courier'] },
    ]);
  });

  it('and its flags stay alike, whichever version of the server writes', async () => {
    const database = await testDatabase();
    await database.query(`insert into users (id, email, manager) values (gen_random_uuid(), 'old', true)`);
    await database.query(
      `insert into users (id, email, roles) values (gen_random_uuid(), 'new', '{dispatcher,courier}')`,
    );
    const stored = () => database.query('select roles, manager, courier from users order by email desc');
    expect(await stored()).toEqual([
      { roles: ['manager'], manager: true, courier: false },
      { roles: ['dispatcher', 'courier'], manager: false, courier: true },
    ]);
    await database.query(`update users set courier = not courier`);
    expect(await stored()).toEqual([
      { roles: ['manager', 'courier'], manager: true, courier: true },
      { roles: ['dispatcher'], manager: false, courier: false },
    ]);
    await database.query(`update users set roles = '{shipper}'`);
    expect(await stored()).toEqual(Array(2).fill({ roles: ['shipper'], manager: false, courier: false }));
    await expect(database.query(`update users set roles = '{owner}'`)).rejects.toThrow('users_known_roles');
  });
});

describe('whole addresses of webhooks', () => {
  const URL = 'https://Bot:pass@Hooks.example:8443/T0/B1/secret?key=1';
  const USER = '0198c5f0-0000-7000-8000-000000000001';
  const entry = (before: object | null, after: object | null) =>
    `(gen_random_uuid(), 'webhook.change', 'user', '${USER}', 'r', ${json(before)}, ${json(after)})`;
  const json = (value: object | null) => (value ? `'${JSON.stringify(value)}'::jsonb` : 'null');

  it('become hosts in the trail, which stays append-only', async () => {
    const database = await databaseBefore('masked-webhooks');
    await database.query(`insert into audit_entries (id, procedure, entity, entity_id, request_id, before, after) values
      ${entry(null, { webhook: URL })},
      ${entry({ webhook: URL, webhookState: 'on' }, { webhook: `${URL}2`, webhookState: 'on' })},
      ${entry({ webhook: URL, webhookState: 'on' }, { webhook: URL, webhookState: 'off' })},
      ${entry({ webhook: URL }, { webhook: 'Off' })}, ${entry({ name: 'https://a.example/b' }, null)}`);
    await migrateDatabase(database.url);
    const host = { webhook: 'hooks.example:8443' };
    expect(await database.query('select before, after from audit_entries order by ctid')).toEqual(
      expect.arrayContaining([
        { before: null, after: host },
        { before: { ...host, webhookState: 'on' }, after: { ...host, webhookState: 'on', newAddress: true } },
        { before: { ...host, webhookState: 'on' }, after: { ...host, webhookState: 'off' } },
        { before: host, after: { webhook: 'Off' } },
        { before: { name: 'https://a.example/b' }, after: null },
      ]),
    );
    await expect(database.query('update audit_entries set after = null')).rejects.toThrow('append-only');
  });

  it('become hosts in emails, and nothing but ids stays of erased people', async () => {
    const database = await databaseBefore('masked-webhooks');
    const about = JSON.stringify({ userId: USER, url: URL, problem: 'It answered 500.' });
    await database.query(`insert into mails (id, kind, receiver, about, state, sent_text) values
      (gen_random_uuid(), 'webhook-off', 'a@example.com', '${about}', 'sent', 'Not delivered to ${URL}, and'),
      (gen_random_uuid(), 'webhook-off', '', '${about}', 'sent', null),
      (gen_random_uuid(), 'new-sign-in', '', '{"userId": "${USER}", "network": "10.0.0.1"}', 'sent', null),
      (gen_random_uuid(), 'status-changed', '', '{"shipmentId": "${USER}", "status": "held"}', 'sent', null)`);
    await migrateDatabase(database.url);
    expect(await database.query('select about, sent_text from mails order by kind, receiver desc')).toEqual([
      { about: { userId: USER }, sent_text: null },
      { about: { shipmentId: USER, status: 'held' }, sent_text: null },
      {
        about: { userId: USER, host: 'hooks.example:8443', problem: 'It answered 500.' },
        sent_text: 'Not delivered to hooks.example:8443, and',
      },
      { about: { userId: USER }, sent_text: null },
    ]);
  });
});

it('disputes and wishes of before the worklist reach it, once each, if they still stand', async () => {
  const database = await databaseBefore('exceptions-without-run');
  const id = (n: number) => `0198c5f0-0000-7000-8000-${String(n).padStart(12, '0')}`;
  const shipments = ['fresh', 'noted', 'opened', 'wish', 'past', 'deleted'].map((name, n) => [id(n), name] as const);
  const [fresh, noted, opened, wish, past, deleted] = shipments.map(([one]) => one);
  for (const [one, name] of shipments)
    await database.query(`insert into shipments (id, tracking_id, description, service, dimensions, weight, value_cents,
        fee_cents, ship_to, ship_date, sender_name, sender_email, sender_phone, receiver_name, receiver_email,
        receiver_phone, payer, sender_code, receiver_code, deleted_at)
      values ('${one}', '${name}', '', '', '', '', 0, 0, '', now(), '', '', '', '', '', '', 'sender', '', '',
        ${one === deleted ? 'now()' : 'null'})`);
  await database.query(`insert into users (id, email, roles) values ('${id(20)}', 'c', '{courier}');
    insert into runs (id, day, name, courier_id) values ('${id(21)}', '2026-11-20', 'North', '${id(20)}');
    insert into run_stops (id, run_id, sequence, place, name, phone, address)
      values ('${id(22)}', '${id(21)}', 1, '', '', '', '');
    insert into run_tasks (id, run_id, stop_id, shipment_id, status) values
      ('${id(31)}', '${id(21)}', '${id(22)}', '${noted}', 'assigned'),
      ('${id(33)}', '${id(21)}', '${id(22)}', '${wish}', 'loaded'),
      ('${id(34)}', '${id(21)}', '${id(22)}', '${past}', 'delivered');
    insert into run_exceptions (id, run_id, task_id, kind) values
      ('${id(41)}', '${id(21)}', '${id(31)}', 'choice-disputed'),
      ('${id(43)}', '${id(21)}', '${id(33)}', 'choice-wish'), ('${id(44)}', '${id(21)}', '${id(34)}', 'choice-wish')`);
  const acts = [
    ...([fresh, noted, opened, deleted].map((one) => [one, 'dispute', 1]) as [string, string, number][]),
    ...([
      [opened, 'unlock', 2],
      [fresh, 'unlock', 0],
    ] as [string, string, number][]),
  ];
  for (const [one, kind, day] of acts)
    await database.query(`insert into delivery_choices (id, shipment_id, kind, party, asked_at, created_at)
      values (gen_random_uuid(), '${one}', '${kind}', 'receiver', now(), '2026-11-2${day}')`);
  await migrateDatabase(database.url);
  const kept = await database.query(`select tracking_id as parcel, kind, run_id is not null as "hasRun",
    task_id is not null as "hasTask", resolved_at is null as "isOpen" from run_exceptions order by 1`);
  const dispute = { kind: 'choice-disputed', hasTask: false, isOpen: true };
  expect(kept).toEqual([
    { parcel: 'fresh', ...dispute, hasRun: false },
    { parcel: 'noted', ...dispute, hasRun: true },
    { parcel: 'past', kind: 'choice-wish', hasRun: true, hasTask: true, isOpen: false },
    { parcel: 'wish', kind: 'choice-wish', hasRun: true, hasTask: true, isOpen: true },
  ]);
});
