import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { filePaths } from '../../../src/domain/file-paths.ts';
import { paths } from '../../../src/domain/paths.ts';
import type { ImportScope } from '../../../src/domain/shipment-import.ts';
import { installationToKill } from '../../support/installation-to-kill.ts';
import { startServerProcess, waitUntilReady } from '../../support/server-process.ts';
import { shipmentFile } from '../../support/shipment-file.ts';
import { parcelInput } from '../../support/test-server.ts';
import { until } from '../../support/until.ts';

const ROWS = 300;
/** What is created before the batch of row 270. */
const BEFORE = 250;

async function killAndFinish(scope: ImportScope): Promise<void> {
  const { database, environment, token } = await installationToKill();
  // Row 270, in a later batch, waits for a lock. Emails are for later: they could not be sent here.
  await database.query(`
    create function hold_up() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(15); return new; end $$;
    create trigger hold_up before insert on shipments for each row
      when (new.description = 'Row 270') execute function hold_up();
    create function postpone() returns trigger language plpgsql as
    $$ begin new.start_after = now() + interval '1 day'; return new; end $$;
    create trigger postpone before insert on pgboss.job for each row
      when (new.name = 'mail') execute function postpone()`);
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('select pg_advisory_lock(15)');
  const counts = async () => {
    const [row] = await database.query<{ state: string; created: number; shipments: string; rows: string }>(
      `select state, created, (select count(*) from shipments) as shipments,
     (select count(distinct shipment_id) from shipment_import_rows) as rows from shipment_imports`,
    );
    return { ...row, shipments: Number(row?.shipments), rows: Number(row?.rows), created: row?.created ?? 0 };
  };

  const first = await startServerProcess(environment);
  await waitUntilReady(first);
  const headers = { authorization: `Bearer ${token}` };
  const file = shipmentFile(Array.from({ length: ROWS }, (_, at) => parcelInput({ description: `Row ${at}` })));
  const sent = await fetch(`${first.url}${filePaths.shipmentImports({ fileName: 'rows.csv' })}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/csv' },
    body: Uint8Array.from(file),
  });
  const { id } = (await sent.json()) as { id: string };
  const started = await fetch(`${first.url}${paths.trpc}/shipmentImport.start`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ id, scope }),
  });
  expect(started.status).toBe(200);
  await until('it is in its second batch', async () => {
    const waiting = `select 1 from pg_locks where locktype = 'advisory' and objid = 15 and not granted
       and database = (select oid from pg_database where datname = current_database())`;
    return (await database.query(waiting)).length > 0;
  });
  first.child.kill('SIGKILL');
  await first.ended;
  await holder.query('select pg_advisory_unlock(15)');
  await until('its transactions have ended', async () => {
    const busy =
      "select 1 from pg_stat_activity where datname = current_database() and application_name like 'waybill%'";
    return (await database.query(busy)).length === 0;
  });
  const left = scope === 'all' ? 0 : BEFORE;
  expect(await counts()).toEqual({ state: 'running', created: BEFORE, shipments: left, rows: left });

  const second = await startServerProcess(environment);
  await waitUntilReady(second);
  await until('the rest is done', async () => (await counts()).state === 'done', 150_000);
  second.child.kill('SIGTERM');
  await second.ended;

  expect(await counts()).toEqual({ state: 'done', created: ROWS, shipments: ROWS, rows: ROWS });
  const [each] = await database.query(
    `select count(distinct description) as descriptions, (select count(*) from activities) as activities,
   (select count(*) from mails) as mails, (select count(*) from audit_entries) as audits from shipments`,
  );
  const expected = { descriptions: ROWS, activities: ROWS, mails: 2 * ROWS, audits: ROWS };
  expect(each).toEqual(Object.fromEntries(Object.entries(expected).map(([name, count]) => [name, String(count)])));
}

// Both at the same time: most of it is waiting until the dead server's job is given to another one.
it('an import whose server is killed is finished by the next one, each row once', async () => {
  await Promise.all([killAndFinish('good'), killAndFinish('all')]);
}, 240_000);
