/** Everything works for an account that owns thousands of everything, and all lists have an end. */
import { beforeAll, expect, it, vi } from 'vitest';
import { checkRecords } from '../../../server/audit/check-records.ts';
import type { AccountJob } from '../../../server/jobs/queues.ts';
import { eraseDueAccounts } from '../../../server/own-account/delete-account.ts';
import { writeExport } from '../../../server/own-account/write-export.ts';
import { runAccountJob } from '../../../server/people/linked-shipments/change-linked.ts';
import { filePaths } from '../../../src/domain/file-paths.ts';
import { inputOf } from '../../server/procedure-table.ts';
import { contract, type ProcedureName, procedureNames } from '../../support/contract.ts';
import { ownEverything } from '../../support/own-everything.ts';
import { PASSWORD, type Person } from '../../support/test-server.ts';
import { testServer } from '../../support/vitest.ts';

vi.setConfig({ testTimeout: 1_200_000 });

const COUNT = 3_000;
/** Bytes of a response: a page of 100 rows is far below. */
const MOST = 200_000;
const server = await testServer();
const ROLES = ['manager', 'dispatcher', 'accountant'] as const;
const manager = await server.signedIn({ roles: [...ROLES] });
const owner = await server.signInAs('customer', { roles: ['shipper', 'courier'] });
const FORMER = owner.email;

beforeAll(() => ownEverything(server, owner, COUNT), 1_200_000);

const call = async (name: ProcedureName, input: unknown, as: Pick<Person, 'token'> | undefined = owner) => {
  const answer = await server.call(name, input, { as, headers: { 'idempotency-key': crypto.randomUUID() } });
  expect([name, answer.outcome, answer.outcome === 'ok' ? '' : answer.body]).toEqual([name, 'ok', '']);
  return answer.data as Record<string, unknown>;
};
const countOf = async (condition: string, id = owner.id) =>
  Number((await server.query(`select count(*) from shipments where ${condition}`, [id]))[0]?.count);
const runJobs = async () => {
  const jobs = await server.query<{ data: AccountJob }>("select data from pgboss.job where name = 'account'");
  for (const { data } of jobs) await runAccountJob(server.services, data);
};

/** Nobody can have more than a few, as limits see to: here are thousands all the same. */
const LIMITED = new Set<ProcedureName>([
  'rateAdmin.list',
  'apiKey.list',
  'factor.getFactors',
  'savedFilter.list',
  'userAdmin.getPrograms',
]);

it('gets no list whole, and neither does the desk', async () => {
  const tooLong: string[] = [];
  let answered = 0;
  for (const name of procedureNames) {
    if (contract[name].kind !== 'query' || LIMITED.has(name)) continue;
    const sample = await inputOf(name, { server, parcel: await server.parcel() });
    const whose = [sample?.userId && 'userId', /^userAdmin/.test(name) && sample?.id && 'id'].filter(Boolean);
    const ofOwner = Object.fromEntries(whose.map((key) => [key, owner.id]));
    for (const as of [owner, manager]) {
      const { body, outcome } = await server.call(name, sample && { ...sample, ...ofOwner }, { as });
      if (outcome === 'ok') answered += 1;
      if (body.length > MOST) tooLong.push(`${name}: ${body.length}`);
      expect([name, outcome]).not.toEqual([name, 'INTERNAL_SERVER_ERROR']);
    }
  }
  expect(answered).toBeGreaterThan(50);
  expect(tooLong).toEqual([]);
});

it('downloads all of its data', async () => {
  await call('ownAccount.requestExport', undefined);
  const [file] = await server.query<{ id: string }>('select id from data_exports where user_id = $1', [owner.id]);
  await writeExport(server.services, file?.id ?? '');
  const headers = { authorization: `Bearer ${owner.token}` };
  const answer = await server.request({ url: filePaths.dataExport(file?.id ?? ''), headers });
  const size = Number(answer.headers['content-length']);
  expect([answer.statusCode, answer.rawPayload.length, size > COUNT]).toEqual([200, size, true]);
});

it('is erased on its last day, by housekeeping', async () => {
  await call('userAdmin.endSessions', { id: owner.id }, manager);
  await server.query("update shipments set status = 'delivered' where sender_id = $1", [owner.id]);
  await server.query('update bills set deleted_at = now() where user_id = $1', [owner.id]);
  await server.query('update users set erase_on = current_date - 1 where id = $1', [owner.id]);
  await ownEverything(server, owner, 100_000, ['email_changes']);
  await eraseDueAccounts(server.services);
  await runJobs();
  expect(await countOf('sender_id = $1 or receiver_id = $1')).toBe(0);
  const left = await server.query('select 1 from users where id = $1 and deleted_at is null', [owner.id]);
  expect(left).toEqual([]);
});

it('is signed up for again, and gets what carries its address', async () => {
  const next = await server.person({ email: FORMER, verified: false });
  const token = await server.linkToken(next, { purpose: 'verify' });
  await call('auth.verify', { token, password: PASSWORD }, undefined);
  await runJobs();
  expect(await countOf('sender_id = $1', next.id)).toBe(COUNT);
});

it('leaves records that agree', async () => {
  const check = await checkRecords(server.services, { whole: true, wait: true, margin: 0 });
  expect(check?.differences).toEqual([]);
});
