import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { migrateDatabase } from '../../server/base/database/migrate.ts';
import { buildOnlineIndexes } from '../../server/base/database/online-indexes.ts';
import type { TestDatabase } from '../support/database.ts';
import { nextVersion } from '../support/next-version.ts';
import { until } from '../support/until.ts';
import { testDatabase } from '../support/vitest.ts';

const INDEX = 'CREATE INDEX CONCURRENTLY "users_by_city" ON "users" USING btree ("city");';

/** A server's build, with what it logs. */
function build(database: TestDatabase, folder: string) {
  const stop = new AbortController();
  const lines: string[] = [];
  const log = { info: (line: string) => lines.push(line), error: (_: unknown, line: string) => lines.push(line) };
  const done = buildOnlineIndexes(database.url, log, { signal: stop.signal, folder });
  return { done, lines, stop: () => stop.abort() };
}

async function stateOf(database: TestDatabase, name = 'users_by_city'): Promise<'missing' | 'invalid' | 'valid'> {
  const [found] = await database.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [name],
  );
  return found ? (found.valid ? 'valid' : 'invalid') : 'missing';
}

const addUser = (database: Pick<TestDatabase, 'query'>, email: string) =>
  database.query("insert into users (id, email, city) values (gen_random_uuid(), $1, 'Gothenburg')", [email]);

/** A transaction that has changed a user and stays open. */
async function holdUsers(database: TestDatabase) {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query("begin; update users set city = 'Angered'");
  return { commit: () => client.query('commit') };
}

/** Resolves to the backend that builds, once it waits for the others who use the table. */
const waitingBuild = (database: TestDatabase) =>
  until('the build waits', async () => {
    const [found] = await database.query<{ pid: number }>(
      "select pid from pg_stat_progress_create_index where datname = current_database() and phase like 'waiting%'",
    );
    return found?.pid;
  });

/** A database with a user, migrated to a next version whose index is not built yet. */
async function migrated(...added: string[][]) {
  const database = await testDatabase();
  await addUser(database, 'before@example.com');
  const folder = await nextVersion(...added);
  await migrateDatabase(database.url, { folder });
  return { database, folder };
}

it('an index is built while rows are held and written, by one server', async () => {
  const { database, folder } = await migrated([INDEX]);
  expect(await stateOf(database)).toBe('missing');
  const held = await holdUsers(database);
  const [first] = [build(database, folder), await waitingBuild(database)];
  await addUser(database, 'during@example.com');
  const second = build(database, folder);
  await second.done;
  expect([second.lines, await stateOf(database)]).toEqual([[], 'invalid']);
  await held.commit();
  await first.done;
  expect([first.lines, await stateOf(database)]).toEqual([['The index users_by_city was built.'], 'valid']);
  const third = build(database, folder);
  await third.done;
  expect(third.lines).toEqual([]);
});

it('a build that was killed is logged, and the next start repairs it', async () => {
  const { database, folder } = await migrated([INDEX]);
  const held = await holdUsers(database);
  const [killed, pid] = [build(database, folder), await waitingBuild(database)];
  await database.query('select pg_terminate_backend($1)', [pid]);
  await killed.done;
  expect([killed.lines, await stateOf(database)]).toEqual([
    ['The index users_by_city was not built. The next start tries again'],
    'invalid',
  ]);
  await held.commit();
  await build(database, folder).done;
  expect(await stateOf(database)).toBe('valid');
});

it('a server that stops ends its build, and leaves the lock to the next', async () => {
  const { database, folder } = await migrated([INDEX]);
  const held = await holdUsers(database);
  const [stopped, pid] = [build(database, folder), await waitingBuild(database)];
  stopped.stop();
  await stopped.done;
  expect(stopped.lines).toEqual([]);
  await until('PostgreSQL has noticed', async () => {
    return (await database.query('select 1 from pg_stat_activity where pid = $1', [pid])).length === 0;
  });
  await held.commit();
  await build(database, folder).done;
  expect(await stateOf(database)).toBe('valid');
});

it('one that cannot be built does not keep the others from it', async () => {
  const wrong = 'CREATE INDEX CONCURRENTLY "users_wrong" ON "users" ((1 / (length(city) - 10)));';
  const { database, folder } = await migrated([wrong, INDEX]);
  const { done, lines } = build(database, folder);
  await done;
  expect(lines).toEqual([
    'The index users_wrong was not built. The next start tries again',
    'The index users_by_city was built.',
  ]);
});

it('one that a later migration drops or replaces is as that says', async () => {
  const dropped = 'CREATE INDEX CONCURRENTLY "users_dropped" ON "users" ("state");';
  const { database, folder } = await migrated(
    [dropped, INDEX],
    ['DROP INDEX IF EXISTS "users_dropped";', 'DROP INDEX IF EXISTS "users_by_city";'],
    [INDEX.replace('"city"', '"city", "id"')],
  );
  await build(database, folder).done;
  expect(await stateOf(database, 'users_dropped')).toBe('missing');
  expect(await database.query("select indexdef from pg_indexes where indexname = 'users_by_city'")).toEqual([
    { indexdef: 'CREATE INDEX users_by_city ON public.users USING btree (city, id)' },
  ]);
});

it('one that others replace is dropped when they are built, and not before', async () => {
  const retire = 'DROP INDEX CONCURRENTLY IF EXISTS "users_by_city";';
  const wrong = 'CREATE INDEX CONCURRENTLY "users_wrong" ON "users" ((1 / (length(city) - 10)));';
  const { database, folder } = await migrated([INDEX.replace('CONCURRENTLY ', '')], [wrong, retire]);
  await build(database, folder).done;
  expect(await stateOf(database)).toBe('valid');
  await database.query("update users set city = 'Malmö'");
  await build(database, folder).done;
  expect([await stateOf(database, 'users_wrong'), await stateOf(database)]).toEqual(['valid', 'missing']);
});

it('a server of another version leaves the indexes of this one alone', async () => {
  const { database, folder } = await migrated([INDEX]);
  await migrateDatabase(database.url, {
    folder: await nextVersion([INDEX], ['DROP INDEX IF EXISTS "users_by_city";']),
  });
  await build(database, folder).done;
  expect(await stateOf(database)).toBe('missing');
});

it('the migrations of the next version end a build that would hold them up', async () => {
  const { database, folder } = await migrated([INDEX]);
  const held = await holdUsers(database);
  const [first] = [build(database, folder), await waitingBuild(database)];
  const next = await nextVersion([INDEX], ['create table later (id uuid);']);
  await migrateDatabase(database.url, { folder: next });
  await first.done;
  expect(first.lines).toEqual(['The index users_by_city was not built. The next start tries again']);
  await held.commit();
  await build(database, next).done;
  expect(await stateOf(database)).toBe('valid');
});

it('an empty database gets every index with its tables', async () => {
  const database = await testDatabase({ empty: true });
  await migrateDatabase(database.url, { folder: await nextVersion([INDEX]) });
  expect(await stateOf(database)).toBe('valid');
});
