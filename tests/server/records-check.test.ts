import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type CheckOptions, checkRecords } from '../../server/audit/check-records.ts';
import { formatHead, parseHead } from '../../server/audit/evidence-head.ts';
import { withCheckLock } from '../../server/audit/store/records-checks.ts';
import { createSecrets } from '../../server/base/secrets/secrets.ts';
import { RECORDS_QUEUE } from '../../server/jobs/queues.ts';
import { postTransaction } from '../../server/ledger/change-ledger.ts';
import { runScript } from '../support/run-script.ts';
import { SECRET_KEY, type TestServer } from '../support/test-server.ts';
import { until } from '../support/until.ts';
import { testServer } from '../support/vitest.ts';

/** It has no margin to the oldest transaction, so that a test’s rows are signed at once. */
async function check(server: TestServer, options: CheckOptions = {}, secrets = server.services.secrets) {
  const result = await checkRecords({ db: server.services.db, secrets }, { margin: 0, whole: true, ...options });
  if (!result) throw new Error('Somebody else is checking');
  return result;
}

const kindsOf = ({ differences }: { differences: { kind: string; count: number }[] }) =>
  differences.map(({ kind, count }) => `${kind} ${count}`);

async function writeSomething(server: TestServer): Promise<string> {
  const { id: userId } = await server.person();
  const deposit = { userId, type: 'deposit', status: 'successful', amountCents: 12_050n, summary: 'Counter' } as const;
  await server.inUnit((unit) => postTransaction(unit, deposit));
  await server.parcel();
  return userId;
}

/** The triggers do not stop someone who may alter tables. */
async function tamper(server: TestServer, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server.database.url });
  await client.connect();
  const tables = ['audit_entries', 'ledger_entries', 'evidence_heads'];
  try {
    for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
    await client.query(statement);
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
  } finally {
    await client.end();
  }
}

/** It has signed rows of several hours, in two heads. */
async function signedServer(): Promise<TestServer> {
  const server = await testServer();
  for (let hour = 0; hour < 2; hour += 1) {
    await writeSomething(server);
    await writeSomething(server);
    await earlierTransactionsEnd(server);
    expect(kindsOf(await check(server))).toEqual([]);
  }
  return server;
}

/** Rows are not signed while an earlier transaction runs, such as one of the job queue. */
async function earlierTransactionsEnd(server: TestServer): Promise<void> {
  const [row] = await server.query<{ now: string }>('select clock_timestamp()::text as now');
  const running = () =>
    server.query(
      `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         and backend_type <> 'autovacuum worker' and xact_start < $1::timestamptz`,
      [row?.now],
    );
  await until('transactions from before have ended', async () => (await running()).length === 0);
}

describe('consistent records', () => {
  it('are signed head by head: new rows add one, no rows add none, and the chain covers its rows', async () => {
    const server = await signedServer();
    const before = await check(server);
    expect(before).toMatchObject({ heads: 2, balances: 4, differences: [] });
    expect(before.head?.ledgerRows).toBe(2);
    await writeSomething(server);
    const after = await check(server, { whole: false });
    expect(after).toMatchObject({ heads: 3, differences: [], chainCheckedAt: before.chainCheckedAt });
    expect(after.head?.coversFrom).toEqual(before.head?.upTo);
    expect(kindsOf(await check(server))).toEqual([]);
  });

  it('are hashed in portions, in one pass, whatever the order of IDs and times', async () => {
    const server = await testServer();
    await writeSomething(server);
    await check(server);
    // The first head has more than two portions, from every hour of a week, with IDs out of order.
    await tamper(
      server,
      `insert into audit_entries (id, procedure, entity, entity_id, request_id, created_at)
       select ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'x', 'user', gen_random_uuid(), 'r',
         now() - make_interval(hours => n % 168 + 1) from generate_series(1, 2500) as n`,
    );
    expect(kindsOf(await check(server))).toEqual(['late 2500']);
    await check(server, { startOver: true });
    expect(kindsOf(await check(server))).toEqual([]);
    await tamper(server, "update audit_entries set request_id = 's' where id = '01900000-0000-7000-8000-0000000009c4'");
    expect(kindsOf(await check(server))).toEqual(['changed 1']);
  });
});

const signed = await signedServer();

describe('a change by someone with access to the tables', () => {
  const FIRST = 'where id = (select id from audit_entries order by id limit 1)';
  const FIRST_OF_LEDGER = 'where id = (select id from ledger_entries order by id limit 1)';
  it.each([
    ['an amount', `update ledger_entries set total_cents = 1 ${FIRST_OF_LEDGER}`, ['balances 1', 'changed 1']],
    ['a word in the history', `update audit_entries set after = '{"a": 1}' ${FIRST}`, ['changed 1']],
    ['a time', `update audit_entries set created_at = created_at + interval '1 microsecond' ${FIRST}`, ['changed 1']],
    ['a time that never comes', `update audit_entries set created_at = 'infinity' ${FIRST}`, ['removed 1']],
    ['a row that is gone', `delete from audit_entries ${FIRST}`, ['removed 1']],
    [
      'a row that came later with an older time',
      `insert into audit_entries (id, procedure, entity, entity_id, request_id, created_at)
       select gen_random_uuid(), 'x', 'user', gen_random_uuid(), 'x', up_to - interval '1 ms' from evidence_heads where number = 1`,
      ['late 1'],
    ],
    ['a balance', 'update balances set total_cents = total_cents + 1', ['balances 4']],
    ['a balance that is gone', 'delete from balances', ['balances 4']],
    ['a counter', "update shipment_counts set count = count + 1 where relation = 'all'", ['counters 1']],
    ['a head', 'update evidence_heads set ledger_rows = 9 where number = 1', ['heads 1', 'removed 7']],
    ['the first head', 'delete from evidence_heads where number = 1', ['heads 1']],
    ['a signature', "update evidence_heads set signature = sha512('x') where number = 2", ['signatures 1']],
  ])('is found: %s', async (_name, statement, kinds) => {
    const { database } = signed;
    const saved = ['ledger_entries', 'audit_entries', 'balances', 'shipment_counts', 'evidence_heads'];
    for (const table of saved) await database.query(`create table saved_${table} as table ${table}`);
    await tamper(signed, statement);
    const found = kindsOf(await check(signed));
    for (const table of saved) {
      await tamper(
        signed,
        `delete from ${table}; insert into ${table} table saved_${table}; drop table saved_${table}`,
      );
    }
    expect(found).toEqual(kinds);
    expect(kindsOf(await check(signed))).toEqual([]);
  });

  it('stays reported until the whole chain has been compared again, even by checks in between', async () => {
    const tampered = await signedServer();
    await tamper(tampered, "update audit_entries set request_id = 'x'");
    expect(kindsOf(await check(tampered))).toEqual(['changed 2']);
    await writeSomething(tampered);
    expect(kindsOf(await check(tampered, { whole: false }))).toEqual(['changed 2']);
    // A day later the chain is due again, without anybody asking for it.
    await tampered.query(
      "update evidence_checks set chain_checked_at = now() - interval '25 hours', differences = '[]'",
    );
    expect(kindsOf(await check(tampered, { whole: false }))).toEqual(['changed 2']);
  });

  it('can be accepted: the next head covers everything as it is, and earlier ones are kept', async () => {
    const tampered = await signedServer();
    await tamper(tampered, "update audit_entries set request_id = 'x'");
    expect(kindsOf(await check(tampered))).toEqual(['changed 2']);
    const accepted = await check(tampered, { startOver: true });
    expect(accepted).toMatchObject({ heads: 3, differences: [], head: { coversFrom: null, ledgerRows: 4 } });
    expect(kindsOf(await check(tampered))).toEqual([]);
    await tamper(tampered, "update audit_entries set request_id = 'y'");
    expect(kindsOf(await check(tampered))).toEqual(['changed 1']);
  });
});

it('is found in balances and counters by recomputing them on request', async () => {
  const server = await signedServer();
  const stored = () =>
    server.query(
      `select user_id, null as relation, null as status, total_cents as sum from balances
       union all select owner_id, relation, status, sum(count) from shipment_counts group by 1, 2, 3 order by 1, 2, 3`,
    );
  const before = await stored();
  await tamper(server, "update balances set total_cents = 0; delete from shipment_counts where relation = 'all'");
  expect(kindsOf(await check(server))).toEqual(['balances 4', 'counters 1']);
  expect(kindsOf(await check(server, { rebuild: true }))).toEqual([]);
  expect(await stored()).toEqual(before);
});

describe('a head stored elsewhere', () => {
  it('reveals that the last one was removed, with its rows, or replaced', async () => {
    const server = await signedServer();
    const { head } = await check(server);
    const kept = [parseHead(head ? formatHead(head) : '')].flatMap((one) => one ?? []);
    expect(kept).toHaveLength(1);
    expect(kindsOf(await check(server, { kept }))).toEqual([]);
    const rest = 'created_at >= (select up_to from evidence_heads where number = 1)';
    await tamper(
      server,
      `delete from ledger_entries where ${rest}; delete from audit_entries where ${rest};
       delete from evidence_heads where number = 2;
       delete from balances where user_id not in (select user_id from ledger_entries)`,
    );
    expect(kindsOf(await check(server))).toEqual([]);
    expect(kindsOf(await check(server, { kept }))).toEqual(['heads 1']);
    await writeSomething(server);
    expect(await check(server)).toMatchObject({ heads: 2, differences: [] });
    expect((await check(server, { kept })).differences[0]?.examples).toEqual([
      'head 2 is not the one that was kept elsewhere',
    ]);
  });

  it('is only read as a whole and with its own signature', async () => {
    const server = await signedServer();
    const { head } = await check(server);
    const line = head ? formatHead(head) : '';
    expect(parseHead(`  ${line}\n`)).toMatchObject({ number: 2 });
    const words = line.split(' ');
    const other = createSecrets(['another key that has 32 bytes or more']);
    const forged = [...words.slice(0, -1), other.evidenceKey.toString('base64url')].join(' ');
    for (const wrong of ['', 'x', line.slice(0, -1), words.slice(0, -1).join(' '), forged]) {
      expect(parseHead(wrong)).toBeNull();
    }
  });
});

it('shows that heads were signed with another SECRET_KEY, until they are accepted under the new one', async () => {
  const server = await signedServer();
  const other = createSecrets(['another key that has 32 bytes or more']);
  const found = await check(server, {}, other);
  expect(kindsOf(found)).toEqual(['secrets 6', 'signatures 2']);
  expect(found.differences[1]?.examples[0]).toBe('head 1 was signed with another SECRET_KEY');
  await check(server, { startOver: true }, other);
  expect(kindsOf(await check(server, {}, other))).toEqual(['secrets 6']);
});

it('a transaction that is still running holds back later rows, which the next head covers: none is late', async () => {
  const server = await testServer();
  await writeSomething(server);
  const client = new pg.Client({ connectionString: server.database.url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  // The transaction begins only now; it writes after others have written and been checked.
  const userId = await writeSomething(server);
  expect(await check(server)).toMatchObject({ heads: 1, head: { ledgerRows: 1 } });
  await client.query(
    `insert into audit_entries (id, procedure, entity, entity_id, request_id) values ($1, 'x', 'user', $2, 'x')`,
    [randomUUID().replace(/^.{8}/, 'ffffffff'), userId],
  );
  expect(kindsOf(await check(server))).toEqual([]);
  await client.query('commit');
  expect(await check(server)).toMatchObject({ heads: 2, differences: [], head: { ledgerRows: 1 } });
});

it('is checked by one of several servers, and another waits for it only on request', async () => {
  const server = await testServer();
  await writeSomething(server);
  const { db, secrets } = server.services;
  let waited: Promise<unknown> = Promise.resolve();
  await withCheckLock(db, false, async () => {
    expect(await checkRecords({ db, secrets })).toBeNull();
    waited = check(server, { wait: true });
    await until('the other waits', async () => {
      const waiting = "select 1 from pg_locks where locktype = 'advisory' and not granted";
      return (await server.query(waiting)).length > 0;
    });
  });
  expect(await waited).toMatchObject({ heads: 1, differences: [] });
});

describe('the result', () => {
  it('is checked every hour, and shown to managers and in the metrics', async () => {
    const server = await testServer({ worker: true });
    const as = await server.signInAs('manager');
    expect((await server.call('recordsAdmin.getCheck', undefined, { as })).data).toBeNull();
    expect(await server.query('select cron from pgboss.schedule where name = $1', [RECORDS_QUEUE])).toEqual([
      { cron: '41 * * * *' },
    ]);
    await writeSomething(server);
    await server.query('update balances set total_cents = 7');
    await server.inUnit(({ tx }) => server.services.jobs.send(tx, RECORDS_QUEUE, {}));
    const seen = await until('it was checked', async () => {
      return (await server.call('recordsAdmin.getCheck', undefined, { as })).data;
    });
    const example = expect.stringMatching(/: total 7, held 0 is stored, total 12050, held 0 is right$/);
    expect(seen.differences).toEqual([{ kind: 'balances', count: 1, examples: [example] }]);
    const { body } = await server.request({ url: '/metrics', remoteAddress: '127.0.0.1' });
    expect(body).toContain('waybill_record_differences{kind="balances"} 1');
    expect(body).toContain('waybill_record_differences{kind="late"} 0');
    expect(body).toMatch(/waybill_records_checked_timestamp_seconds 1[\d.]+/);
    expect(body).toMatch(/waybill_records_chain_checked_timestamp_seconds 1[\d.]+/);
  });

  it('says since when nobody has worked on jobs', async () => {
    const server = await testServer();
    const as = await server.signInAs('manager');
    await checkRecords(server.services, { wait: true });
    const seen = async () => (await server.call('recordsAdmin.getCheck', undefined, { as })).data?.jobsSeenAt;
    expect(await seen()).toBeUndefined();
    // Nobody has ever come.
    server.services.jobs.upSeconds = () => 900;
    expect(Math.abs(Date.now() - 900_000 - Date.parse((await seen()) ?? ''))).toBeLessThan(60_000);
    const [row] = await server.query<{ at: Date }>(
      "update pgboss.queue set monitor_claim_on = now() - interval '5 minutes' returning monitor_claim_on as at",
    );
    expect(Math.abs(Date.parse((await seen()) ?? '') - Number(row?.at))).toBeLessThan(5_000);
    const { body } = await server.request({ url: '/metrics', remoteAddress: '127.0.0.1' });
    expect(body).toMatch(/waybill_jobs_silent_seconds 3\d\d/);
  });

  it('is available by hand: npm run verify lists differences and what to keep, and its exit code tells', async () => {
    const server = await signedServer();
    const folder = await mkdtemp(join(tmpdir(), 'waybill-verify-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const environment = { DATABASE_URL: server.database.url, DATA_DIR: folder, SECRET_KEY };
    const verify = (...more: string[]) => runScript('verify', environment, ...more);
    const kept = join(folder, 'heads');
    const fine = await verify();
    expect(fine.code).toBe(0);
    expect(fine.stdout).toEqual(expect.stringContaining('ok       Balances with the ledger: 4 compared'));
    await writeFile(kept, fine.stdout.split('\n').find((line) => parseHead(line)) ?? '');
    expect(await verify('--head', kept)).toMatchObject({ code: 0 });

    await tamper(server, 'delete from evidence_heads where number = 2; update balances set held_cents = 1');
    const wrong = await verify('--head', kept);
    expect(wrong.code).toBe(1);
    expect(wrong.stdout).toContain('4 balances do not match the ledger.');
    expect(wrong.stdout).toContain('head 2, which was kept elsewhere, is missing');
    expect(await verify('--head', 'nonsense')).toMatchObject({
      code: 2,
      stderr: 'This is neither a complete head nor a file: nonsense\n',
    });
  });
});
