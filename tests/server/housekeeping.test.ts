/** Each daily step is a job, which holds up no other, and is reported when it fails for good. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { checkRecords } from '../../server/audit/check-records.ts';
import { DAILY_STEPS, runStep } from '../../server/background/housekeeping.ts';
import { checkDatabase } from '../../server/doctor/check-database.ts';
import { HOUSEKEEPING_QUEUE } from '../../server/jobs/queues.ts';
import type { TestServer } from '../support/test-server.ts';
import { until } from '../support/until.ts';
import { testServer } from '../support/vitest.ts';

const start = ({ services }: TestServer) =>
  services.jobs.sendLater(HOUSEKEEPING_QUEUE, {}, { id: randomUUID(), seconds: 0 });

/** Accounts whose last day has passed. */
async function dueAccounts(server: TestServer, count: number): Promise<string[]> {
  const people = await Promise.all(Array.from({ length: count }, () => server.person()));
  const ids = people.map(({ id }) => id);
  await server.query("update users set erase_on = now() - interval '1 day' where id = any($1)", [ids]);
  return ids;
}

const deletedOf = async (server: TestServer, ids: readonly string[]) =>
  (await server.query<{ id: string }>('select id from users where id = any($1) and deleted_at is not null', [ids])).map(
    ({ id }) => id,
  );

const refuse = (server: TestServer, when: string) =>
  server.query(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'No'; end $$;
    create trigger refuse before ${when} execute function refuse()`);

const addOldKey = (server: TestServer, userId: string) =>
  server.query(
    `insert into idempotency_keys (user_id, key, input_hash, created_at)
     values ($1, gen_random_uuid(), '', now() - interval '8 days')`,
    [userId],
  );

it('a step that fails for good holds up no other, and is heard of until it is done', async () => {
  const heard: unknown[] = [];
  const onError = (error: unknown) => heard.push(error);
  const server = await testServer({ worker: true, mails: { retryDelaySeconds: 0, pollSeconds: 1 }, onError });
  const as = await server.signInAs('manager');
  const due = await dueAccounts(server, 2);
  await addOldKey(server, as.id);
  await refuse(server, 'delete on idempotency_keys for each row');
  await start(server);
  await until('the step was given up', () => heard.length > 0);

  expect(String(heard[0])).toMatch(
    /^Error: The job housekeeping idempotency keys failed for the last time: request \S+$/,
  );
  const steps = `select data ->> 'step' as step, state::text from pgboss.job
    where name = '${HOUSEKEEPING_QUEUE}' and data ? 'step' order by started_on`;
  const done = await until('the others are done', async () => {
    const rows = await server.query<{ step: string; state: string }>(steps);
    return rows.every(({ state }) => state === 'completed' || state === 'failed') && rows;
  });
  expect(done[0]).toEqual({ step: 'due accounts', state: 'completed' });
  expect(done.map(({ step }) => step).toSorted()).toEqual(Object.keys(DAILY_STEPS).toSorted());
  expect(done.filter(({ state }) => state === 'failed').map(({ step }) => step)).toEqual(['idempotency keys']);
  expect((await deletedOf(server, due)).toSorted()).toEqual(due.toSorted());

  const name = 'housekeeping idempotency keys';
  const failedJobs = async () =>
    (await server.call('deskAdmin.getWork', undefined, { as })).data.work.find(({ kind }) => kind === 'failed-jobs');
  expect(await failedJobs()).toMatchObject({ count: 1, oldest: expect.any(String) });
  await checkRecords(server.services, { wait: true });
  const check = (await server.call('recordsAdmin.getCheck', undefined, { as })).data;
  expect(check?.failedJobs).toEqual([{ name, count: 1, requestId: expect.any(String) }]);
  expect(String(heard[0])).toContain(check?.failedJobs?.[0]?.requestId);
  const { body } = await server.request({ url: '/metrics', remoteAddress: '127.0.0.1' });
  expect(body).toContain(`waybill_jobs_failed{name="${name}"} 1`);
  const { environment, secrets } = server.services;
  const found = await checkDatabase(environment, { url: server.database.url, secrets, upSeconds: null, source: {} });
  expect(found.filter(({ about }) => about === 'Jobs')).toMatchObject([
    { about: 'Jobs', what: `A job failed for the last time: ${name}.` },
  ]);

  await server.query('drop trigger refuse on idempotency_keys');
  await start(server);
  await expect.poll(failedJobs, { timeout: 20_000 }).toBeUndefined();
});

it('a manager has failed jobs done again, or takes them off the list', async () => {
  const heard: unknown[] = [];
  const onError = (error: unknown) => heard.push(error);
  const server = await testServer({ worker: true, mails: { retryDelaySeconds: 0, pollSeconds: 1 }, onError });
  const as = await server.signInAs('manager');
  const name = 'housekeeping idempotency keys';
  const failedJobs = async () =>
    (await server.call('deskAdmin.getWork', undefined, { as })).data.work.find(({ kind }) => kind === 'failed-jobs');
  const settle = (how: 'retry' | 'dismiss') => server.call('recordsAdmin.settleFailedJobs', { name, how }, { as });
  await addOldKey(server, as.id);
  await refuse(server, 'delete on idempotency_keys for each row');
  await start(server);
  await until('the step was given up', () => heard.length > 0);
  expect(await failedJobs()).toMatchObject({ count: 1 });
  await settle('dismiss');
  expect(await failedJobs()).toBeUndefined();

  await start(server);
  await until('it was given up again', () => heard.length > 1);
  await server.query('drop trigger refuse on idempotency_keys');
  await settle('retry');
  const oldKeys = "select key from idempotency_keys where created_at < now() - interval '7 days'";
  await until('the step is done', async () => (await server.query(oldKeys)).length === 0);
  expect(await failedJobs()).toBeUndefined();
}, 180_000);

it('a step stops after a thousand rows when others wait', async () => {
  const { services, query } = await testServer();
  await query("insert into rate_limits (key, points, expire) select 'k' || n, 1, 1 from generate_series(1, 2500) n");
  const left = async () =>
    (await query<{ n: number }>('select count(*)::int as n from rate_limits where expire = 1'))[0]?.n;
  const step = DAILY_STEPS['rate limits'];
  expect(await runStep(services, step, { isOver: async () => true })).toBe(false);
  expect(await left()).toBe(1_500);
  expect(await runStep(services, step, { isOver: async () => false })).toBe(true);
  expect(await left()).toBe(0);
});

it('an account that cannot be erased holds up no other', async () => {
  const server = await testServer();
  const ids = (await dueAccounts(server, 3)).toSorted();
  await refuse(server, `update on users for each row when (new.id = '${ids[0]}')`);
  await expect(DAILY_STEPS['due accounts']?.(server.services)).rejects.toThrow();
  expect((await deletedOf(server, ids)).toSorted()).toEqual(ids.slice(1));
});
