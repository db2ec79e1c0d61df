import { expect, it } from 'vitest';
import type { Bulk } from '../../../src/domain/bulk.ts';
import { paths } from '../../../src/domain/paths.ts';
import { copyShipments } from '../../support/copy-shipments.ts';
import { installationToKill } from '../../support/installation-to-kill.ts';
import { startServerProcess, waitUntilReady } from '../../support/server-process.ts';
import { parcelInput } from '../../support/test-server.ts';
import { until } from '../../support/until.ts';

const SHIPMENTS = 1_000;
/** Killed once so many are done. */
const KILLED_AT = [50, 400, 750];

it('a change to 1,000 whose server is killed three times is made once for each', async () => {
  const { database, environment, token } = await installationToKill();
  let server = await startServerProcess(environment);
  await waitUntilReady(server);
  const send = async <Answer>(procedure: string, input: object): Promise<Answer> => {
    const answer = await fetch(`${server.url}${paths.trpc}/${procedure}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
    const { result } = (await answer.json()) as { result: { data: Answer } };
    return result.data;
  };
  const first = await send<{ id: string }>('shipmentAdmin.createShipment', parcelInput());
  const ids = await copyShipments(database, first.id, SHIPMENTS);
  // Each takes a little, so that a kill falls into the middle.
  await database.query(`
    create function dawdle() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.005); return new; end $$;
    create trigger dawdle before insert on activities for each row execute function dawdle()`);
  const change = { kind: 'status', status: 'held' };
  const { id } = await send<Bulk>('bulk.start', { ids, change, emails: 'summary' });
  const doneSoFar = async () => {
    const [row] = await database.query<{ done: number; ended: boolean }>(
      'select done, ended_at is not null as ended from bulk_operations where id = $1',
      [id],
    );
    return row ?? { done: 0, ended: false };
  };

  for (const count of KILLED_AT) {
    await until(`${count} are done`, async () => (await doneSoFar()).done >= count, 120_000);
    server.child.kill('SIGKILL');
    await server.ended;
    expect((await doneSoFar()).ended).toBe(false);
    server = await startServerProcess(environment);
    await waitUntilReady(server);
  }
  await until('it has ended', async () => (await doneSoFar()).ended, 120_000);
  server.child.kill('SIGTERM');
  await server.ended;

  const [counts] = await database.query(
    `select (select count(*)::int from shipments where status = 'held') as held,
       (select count(*)::int from activities where kind = 'status') as entries,
       (select count(distinct shipment_id)::int from activities where kind = 'status') as once,
       (select count(*)::int from audit_entries where procedure = 'bulk.start' and entity = 'shipment') as audits,
       (select count(*)::int from mails where kind = 'status-summary') as mails`,
  );
  expect(counts).toEqual({ held: SHIPMENTS, entries: SHIPMENTS, once: SHIPMENTS, audits: SHIPMENTS, mails: 2 });
}, 400_000);
