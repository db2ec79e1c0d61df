/** Everything works for an account that owns more than a statement has parameters (65,535). */
import { beforeAll, expect, it, vi } from 'vitest';
import type { AccountJob } from '../../../server/jobs/queues.ts';
import { deleteUser } from '../../../server/people/delete-user.ts';
import { runAccountJob } from '../../../server/people/linked-shipments/change-linked.ts';
import { runReplay } from '../../../server/webhooks/resend-messages.ts';
import type { ProcedureName } from '../../support/contract.ts';
import { ownEverything } from '../../support/own-everything.ts';
import { PASSWORD, type Person } from '../../support/test-server.ts';
import { testServer } from '../../support/vitest.ts';

vi.setConfig({ testTimeout: 600_000 });

const COUNT = 70_000;
const server = await testServer();
const manager = await server.signedIn({ manager: true });
const owner = await server.signInAs('customer', { roles: ['shipper', 'courier'] });
const FORMER = owner.email;
const NEXT = 'moved-on@example.com';

const TABLES = ['shipments', 'sessions', 'known_devices', 'api_keys', 'webhook_endpoints', 'webhook_events'];
beforeAll(() => ownEverything(server, owner, COUNT, TABLES), 600_000);

const call = async (name: ProcedureName, input: unknown, as: Pick<Person, 'token'> | undefined = owner) => {
  const answer = await server.call(name, input, { as, headers: { 'idempotency-key': crypto.randomUUID() } });
  expect([name, answer.outcome, answer.outcome === 'ok' ? '' : answer.body]).toEqual([name, 'ok', '']);
  return answer.data as Record<string, unknown>;
};
const countOf = async (condition: string) =>
  Number((await server.query(`select count(*) from shipments where ${condition}`, [owner.id]))[0]?.count);
const runJobs = async () => {
  const jobs = await server.query<{ data: AccountJob }>("select data from pgboss.job where name = 'account'");
  for (const { data } of jobs) await runAccountJob(server.services, data);
};

it('has its events sent again, all of them', async () => {
  const [endpoint] = await server.query<{ id: string }>('select id from webhook_endpoints where user_id = $1', [
    owner.id,
  ]);
  const since = new Date(Date.now() - 86_400_000).toISOString();
  expect(await call('webhook.replay', { id: endpoint?.id, since })).toEqual({ queued: COUNT });
  await runReplay(server.services, endpoint?.id ?? '', { isOver: async () => false });
  expect(await server.query('select count(*)::int from webhook_messages')).toEqual([{ count: COUNT }]);
});

it('changes its address, and gets the former one back with *This was not me*', async () => {
  await call('ownAccount.requestEmailChange', { email: NEXT, currentPassword: PASSWORD });
  const token = await server.linkToken({ id: owner.id, email: NEXT }, { purpose: 'change-email' });
  await call('auth.confirmEmail', { token });
  await runJobs();
  expect(await countOf(`sender_id = $1 and sender_email = '${NEXT}'`)).toBe(COUNT);
  const undo = await server.linkToken({ id: owner.id, email: FORMER }, { purpose: 'not-me' });
  await call('auth.secureAccount', { token: undo }, undefined);
  await runJobs();
  expect(await countOf(`sender_id = $1 and sender_email = '${FORMER}'`)).toBe(COUNT);
  for (const table of ['sessions', 'api_keys', 'known_devices'])
    expect(await server.query(`select 1 from ${table} where user_id = $1 limit 1`, [owner.id]), table).toEqual([]);
});

it('ends all sessions, and is deleted', async () => {
  await call('userAdmin.endSessions', { id: owner.id }, manager);
  await server.query("update shipments set status = 'delivered' where sender_id = $1", [owner.id]);
  await server.inUnit((unit) => deleteUser(unit, { id: owner.id }), manager);
  await runJobs();
  expect(await countOf('sender_id = $1 or receiver_id = $1')).toBe(0);
});
