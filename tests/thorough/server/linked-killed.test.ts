/** Each parcel of an account gets the new address once, even if servers are killed while they change them. */
import { expect, it } from 'vitest';
import type { AccountJob } from '../../../server/jobs/queues.ts';
import { runAccountJob } from '../../../server/people/linked-shipments/change-linked.ts';
import { ownEverything } from '../../support/own-everything.ts';
import { waitUntilReady } from '../../support/server-process.ts';
import { PASSWORD, SECRET_KEY } from '../../support/test-server.ts';
import { until } from '../../support/until.ts';
import { serverProcess, testServer } from '../../support/vitest.ts';

const PARCELS = 12_000;
/** Every other one is sent and received by the account. */
const SIDES = PARCELS * 1.5;
/** A server is killed once so many are done. */
const KILLED_AT = [4_000, 6_000, 8_000];
const NEXT = 'moved-on@example.com';

it('changes each parcel’s address once, though both servers are killed at it', async () => {
  const here = await testServer();
  const owner = await here.signInAs('customer');
  await ownEverything(here, owner, PARCELS, ['shipments']);
  // Each takes a little, so that a kill falls into the middle.
  await here.query(`
    create function dawdle() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.002); return new; end $$;
    create trigger dawdle before update on shipments for each row execute function dawdle()`);
  const environment = {
    NODE_ENV: 'test',
    DATABASE_URL: here.database.url,
    DATA_DIR: here.environment.DATA_DIR,
    SMTP_URL: 'smtp://127.0.0.1:1',
    SECRET_KEY,
  };
  const start = async () => {
    const server = await serverProcess(environment);
    await waitUntilReady(server);
    return server;
  };
  const moved = async () => {
    const [row] = await here.query<{ count: number }>(
      'select count(*)::int as count from shipments where sender_id = $1 and sender_email = $2',
      [owner.id, NEXT],
    );
    return row?.count ?? 0;
  };
  const isMoving = async () =>
    (await here.query('select 1 from email_changes where user_id = $1 and is_moving', [owner.id])).length > 0;

  const as = (procedure: 'ownAccount.requestEmailChange' | 'auth.confirmEmail', input: object) =>
    here.call(procedure, input, { as: owner, headers: { 'idempotency-key': crypto.randomUUID() } });
  await as('ownAccount.requestEmailChange', { email: NEXT, currentPassword: PASSWORD });
  const token = await here.linkToken({ id: owner.id, email: NEXT }, { purpose: 'change-email' });
  expect((await as('auth.confirmEmail', { token })).outcome).toBe('ok');
  expect([await moved(), await isMoving()]).toEqual([2_000, true]);

  const servers = [await start(), await start()];
  for (const count of KILLED_AT) {
    await until(`${count} are done`, async () => (await moved()) >= count, 120_000);
    // In the middle of a batch of either server.
    for (const server of servers.splice(0)) {
      server.child.kill('SIGKILL');
      await server.ended;
    }
    expect(await isMoving()).toBe(true);
    servers.push(await start(), await start());
  }
  const [job] = await here.query<{ data: AccountJob }>("select data from pgboss.job where name = 'account'");
  // The job of a server that was thought dead may go on beside the other.
  if (job) await Promise.all([1, 2].map(() => runAccountJob(here.services, job.data)));
  const states = () => here.query<{ state: string }>("select state from pgboss.job where name = 'account'");
  await until('the job is done', async () => (await states()).every(({ state }) => state === 'completed'), 180_000);

  const [counts] = await here.query(
    `select (select count(*)::int from shipments where sender_id = $1 and sender_email = $2) as sent,
       (select count(*)::int from shipments where receiver_id = $1 and receiver_email = $2) as received,
       (select sum(jsonb_array_length(moved))::int from email_changes where user_id = $1) as noted,
       (select count(*)::int from audit_entries where procedure = 'auth.confirmEmail' and entity = 'shipment') as audits,
       (select count(distinct (entity_id, after))::int from audit_entries
         where procedure = 'auth.confirmEmail' and entity = 'shipment') as once`,
    [owner.id, NEXT],
  );
  expect(await isMoving()).toBe(false);
  expect(counts).toMatchObject({ sent: PARCELS, received: PARCELS / 2, noted: SIDES, audits: SIDES, once: SIDES });
}, 600_000);
