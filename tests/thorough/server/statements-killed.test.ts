/** A year of 200 shops is stated once, although the server dies ten times. */
import { expect, it } from 'vitest';
import { openDatabase } from '../../../server/base/database/client.ts';
import { compareBalances } from '../../../server/shipments/store/projections.ts';
import { readJournalRows } from '../../../server/statements/export-journal.ts';
import { compareStatements } from '../../../server/statements/store/statements.ts';
import { parseAccounts } from '../../../src/domain/statements/statement.ts';
import { installationToKill } from '../../support/installation-to-kill.ts';
import { startServerProcess, waitUntilReady } from '../../support/server-process.ts';
import { until } from '../../support/until.ts';

const SHOPS = 200;
const KILLS = 10;
/** The least: each shop’s twelve months; credit notes come on top. */
const DOCUMENTS = SHOPS * 12;

/** Fees and payments of each month; every fourth fee is given back a month or two later. */
const YEAR = `
  insert into users (id, email, first_name, last_name, roles)
    select gen_random_uuid(), 'shop-' || n || '@example.com', 'Shop', n::text, '{shipper}' from generate_series(1, ${SHOPS}) n;
  insert into shop_settings (user_id, statements)
    select id, '{"period": "monthly", "since": "2025-01-01"}' from users where first_name = 'Shop';
  create temporary table planned as
    select gen_random_uuid() as id, u.id as user_id, m as month, n, 100 + (random() * 9900)::int as cents,
      case n when 5 then 'deposit' else 'fee' end as type, n = 1 as is_back,
      '2025-01-01'::timestamptz + m * interval '1 month' + random() * interval '27 days' as at
    from users u, generate_series(0, 11) m, generate_series(1, 5) n where u.first_name = 'Shop';
  insert into transactions (id, user_id, type, amount_cents, status, summary, purpose, created_at)
    select id, user_id, type, cents, case when is_back then 'failed' else 'successful' end, 'Shipment ' || n,
      case type when 'fee' then 'shipping' else '' end, at from planned;
  insert into ledger_entries (id, user_id, transaction_id, total_cents, held_cents, reason, created_at)
    select gen_random_uuid(), user_id, id, case type when 'fee' then -cents else cents end, 0, 'Shipment', at from planned
    union all
    select gen_random_uuid(), user_id, id, cents, 0, 'Reversal', at + interval '40 days' from planned where is_back;
  insert into balances (user_id, total_cents)
    select user_id, sum(total_cents) from ledger_entries group by 1`;

it('issues a year of 200 shops through ten kills without a gap, and closes to the cent', async () => {
  const { database, ...installation } = await installationToKill();
  const environment = { ...installation.environment, TIME_ZONE: 'Europe/Stockholm', TAX_RATES: '2025-01-01 VAT 25' };
  let server = await startServerProcess(environment);
  await waitUntilReady(server);
  await database.query(YEAR);
  const issued = async () =>
    (await database.query<{ total: number }>('select count(*)::int as total from statements'))[0]?.total ?? 0;
  const issue = () => database.query(`insert into pgboss.job (name, data) values ('proofs', '{"step": "statements"}')`);
  const begun = Date.now();
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await issue();
    const count = Math.round((DOCUMENTS * kill) / (KILLS + 1));
    await until(`${count} are issued`, async () => (await issued()) >= count, 900_000);
    server.child.kill('SIGKILL');
    await server.ended;
    server = await startServerProcess(environment);
    await waitUntilReady(server);
  }
  await issue();
  const unstated = `select 1 from ledger_entries e where not exists (
    select from statement_entries x where x.ledger_entry_id = e.id) limit 1`;
  await until('everything is stated', async () => (await database.query(unstated)).length === 0, 900_000);
  server.child.kill('SIGTERM');
  await server.ended;
  const seconds = Math.round((Date.now() - begun) / 1000);

  const numbers = await database.query<{ kind: string; total: number; last: number; first: number }>(
    'select kind, count(*)::int as total, max(number) as last, min(number) as first from statements group by kind order by 1',
  );
  for (const { total, first, last } of numbers) expect([first, last]).toEqual([1, total]);
  expect(numbers.find(({ kind }) => kind === 'statement')?.total).toBeGreaterThanOrEqual(DOCUMENTS);
  const { db, close } = openDatabase(database.url, { connections: 1 });
  try {
    expect((await compareStatements(db)).wrong).toBe(0);
    expect((await compareBalances(db)).wrong).toBe(0);
    let journal = 0;
    const settings = { CURRENCY: 'USD', TIME_ZONE: 'Europe/Stockholm', JOURNAL_ACCOUNTS: parseAccounts('shops=1510') };
    for await (const rows of readJournalRows(
      { db, environment: settings as never },
      { from: '2025-01-01', until: '2100-01-01' },
    ))
      for (const [, , account, debit, credit] of rows)
        if (account === '1510') journal += Math.round(Number(credit) * 100) - Math.round(Number(debit) * 100);
    const [sums] = await database.query(`select
      (select sum(total_cents)::int from ledger_entries) as ledger,
      (select sum(closing_cents - opening_cents)::int from statements) as documents,
      (select count(*)::int from mails where kind = 'statement') as mails`);
    expect(sums).toEqual({
      ledger: journal,
      documents: journal,
      mails: numbers.reduce((sum, { total }) => sum + total, 0),
    });
    process.stdout.write(`${JSON.stringify(numbers)} in ${seconds} s, ${KILLS} kills\n`);
  } finally {
    await close();
  }
}, 3_600_000);
