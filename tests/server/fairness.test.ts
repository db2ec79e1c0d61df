import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { BUDGETS, type Lane } from '../../server/base/limits/admission.ts';
import { postTransaction } from '../../server/ledger/change-ledger.ts';
import { filePaths } from '../../src/domain/file-paths.ts';
import { paths } from '../../src/domain/paths.ts';
import { lockRow } from '../support/row-locks.ts';
import { type Shop, shops, v1Parcel } from '../support/shop.ts';
import { type CallResult, type Person, parcelInput } from '../support/test-server.ts';
import { until } from '../support/until.ts';
import { testServer } from '../support/vitest.ts';
import { withdrawalInput } from './procedure-table.ts';

const server = await testServer({ refusesSoon: true, environment: { EMAILS_A_DAY: '100' } });
const { admission, pools } = server.services;
const parcel = await server.parcel();
const other = await customer();
/** All calls come from one network: it must not even help the others to come from elsewhere. */
const ADDRESS = '198.51.100.1';

/** Somebody with money. */
async function customer(): Promise<Person> {
  const person = await server.signInAs('customer');
  const deposit = { userId: person.id, type: 'deposit' as const, status: 'successful' as const };
  await server.inUnit((unit) => postTransaction(unit, { ...deposit, amountCents: 1_000_000n, summary: 'For all' }));
  return person;
}

const withdraw = (as: Person, key: string = randomUUID()) =>
  server.call('transaction.withdraw', withdrawalInput({ amount: 1 }), {
    as,
    headers: { 'idempotency-key': key },
    address: ADDRESS,
  });
const SHARE = BUDGETS.writes.running.person;
const OWN = { page: { page: 1 }, rel: 'sender' };
const keys = (count: number) => Array.from({ length: count }, () => randomUUID());

/** A device tries again under the same key, too. */
async function untilDone(as: Person, key: string): Promise<{ id: string }> {
  const answer = await until('the withdrawal is made', async () => {
    const tried = await withdraw(as, key);
    return tried.outcome !== 'SERVICE_UNAVAILABLE' && tried;
  });
  return answer.data;
}

const withdrawals = async ({ id }: Person) => {
  const [row] = await server.query(
    `select (select count(*)::int from transactions where user_id = $1 and type = 'withdrawal') as made,
       held_cents::int / 100 as held from balances where user_id = $1`,
    [id],
  );
  return row;
};

/** Connections that wait for a lock. */
const stuck = async () =>
  (await server.query("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"))
    .length;

async function expectOthersAreServed(): Promise<void> {
  const before = await withdrawals(other);
  const { trackingId } = parcel;
  const responses: CallResult<unknown>[] = await Promise.all([
    ...keys(40).map(() => server.call('shipment.getShipmentByTrackingId', { trackingId }, { address: ADDRESS })),
    server.call('transaction.getBalance', undefined, { as: other, address: ADDRESS }),
    server.call('shipment.getShipments', OWN, { as: other, address: ADDRESS }),
    withdraw(other),
  ]);
  expect(new Set(responses.map(({ outcome }) => outcome))).toEqual(new Set(['ok']));
  expect((await withdrawals(other))?.made).toBe(before?.made + 1);
}

function expectRefused({ status, headers, outcome, body }: CallResult<unknown>): void {
  expect([status, headers['retry-after'], outcome]).toEqual([503, '2', 'SERVICE_UNAVAILABLE']);
  expect(body).toContain('The service is busy. Please try again in a moment.');
}

async function untilIdle(): Promise<void> {
  await until('nothing runs or waits', () =>
    admission.load().every(({ running, waiting }) => running === 0 && waiting === 0),
  );
  await until('every connection is back', () =>
    Object.values(pools).every(({ pool }) => pool.idleCount === pool.totalCount && pool.waitingCount === 0),
  );
}

const refusedSoFar = () => Array.from(admission.refused.values()).reduce((sum, count) => sum + count, 0);

describe('four hundred withdrawals of one account whose balance is locked', () => {
  it('hold three connections, delay nobody else, and are rejected, and a retry takes effect once', async () => {
    const greedy = await customer();
    const row = await lockRow(server.database, greedy.id, 'balances');
    const sent = keys(400);
    const before = refusedSoFar();
    const stuckFirst = sent.slice(0, SHARE).map((key) => withdraw(greedy, key));
    await row.waitForWaiters(SHARE);
    const asking = [...stuckFirst, ...sent.slice(SHARE).map((key) => withdraw(greedy, key))];
    await expectOthersAreServed();
    expect(await stuck()).toBeLessThanOrEqual(SHARE);
    for (const answer of await Promise.all(asking)) expectRefused(answer);
    expect(refusedSoFar() - before).toBe(400);
    expect(admission.refused.get('lock_timeout')).toBeGreaterThan(0);
    await row.release();
    expect(await withdrawals(greedy)).toEqual({ made: 0, held: 0 });
    await untilIdle();

    const again = sent.slice(0, 40);
    const first = await Promise.all(again.map((key) => untilDone(greedy, key)));
    const repeated = await Promise.all(again.map((key) => untilDone(greedy, key)));
    expect(repeated).toEqual(first);
    expect(await withdrawals(greedy)).toEqual({ made: 40, held: 40 });
  });

  it('are made once the balance is free, except those already rejected', async () => {
    const greedy = await customer();
    const row = await lockRow(server.database, greedy.id, 'balances');
    const sent = keys(200);
    const asking = sent.map((key) => withdraw(greedy, key));
    await row.waitForWaiters(SHARE);
    await row.release();
    const responses = await Promise.all(asking);
    for (const answer of responses.filter(({ outcome }) => outcome !== 'ok')) expectRefused(answer);
    const done = responses.filter(({ outcome }) => outcome === 'ok').length;
    expect(done).toBeGreaterThan(0);
    expect(await withdrawals(greedy)).toEqual({ made: done, held: done });
    await untilIdle();
  });

  it('take effect once if they repeat the same one, and repetitions hold no more connections', async () => {
    const greedy = await customer();
    const row = await lockRow(server.database, greedy.id, 'balances');
    const key = randomUUID();
    const asking = keys(100).map(() => withdraw(greedy, key));
    await row.waitForWaiters(SHARE);
    await expectOthersAreServed();
    expect(await stuck()).toBeLessThanOrEqual(SHARE);
    await row.release();
    const responses = await Promise.all(asking);
    for (const answer of responses.filter(({ outcome }) => outcome !== 'ok')) expectRefused(answer);
    expect((await withdraw(greedy, key)).outcome).toBe('ok');
    expect(await withdrawals(greedy)).toEqual({ made: 1, held: 1 });
  });

  it('count one by one in batches', async () => {
    const greedy = await customer();
    const row = await lockRow(server.database, greedy.id, 'balances');
    const before = refusedSoFar();
    const batch = Object.fromEntries(keys(10).map((_, index) => [index, withdrawalInput({ amount: 1 })]));
    const asking = server.request({
      method: 'POST',
      url: `${paths.trpc}/${Array(10).fill('transaction.withdraw').join(',')}?batch=1`,
      headers: { authorization: `Bearer ${greedy.token}`, 'content-type': 'application/json' },
      payload: JSON.stringify(batch),
    });
    await row.waitForWaiters(SHARE);
    expect(await stuck()).toBe(SHARE);
    const answer = await asking;
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2']);
    expect(answer.json<unknown[]>()).toHaveLength(10);
    expect(refusedSoFar() - before).toBe(10);
    await row.release();
    expect(await withdrawals(greedy)).toEqual({ made: 0, held: 0 });
  });
});

describe('a rejection', () => {
  async function whileFull(lane: Lane, { token }: { token: string | null }, work: () => Promise<void>) {
    const share = token === null ? 'network' : 'person';
    const { running, waiting } = BUDGETS[lane];
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    const calls = keys(running[share] + waiting[share]).map(async () => {
      const place = await admission.enter(lane, { address: ADDRESS, token });
      await over;
      place.leave();
    });
    // Those that wait may be refused before `work` is done.
    const all = Promise.allSettled(calls);
    try {
      await work();
    } finally {
      end();
      await all;
    }
  }

  it('of a query, alone or in a batch, says when to retry', async () => {
    const input = encodeURIComponent(JSON.stringify({ 0: OWN, 1: OWN }));
    await whileFull('reads', other, async () => {
      expectRefused(await server.call('shipment.getShipments', OWN, { as: other, address: ADDRESS }));
      const batch = await server.request({
        url: `${paths.trpc}/shipment.getShipments,shipment.getShipments?batch=1&input=${input}`,
        headers: { authorization: `Bearer ${other.token}` },
      });
      expect([batch.statusCode, batch.headers['retry-after']]).toEqual([503, '2']);
    });
    expect((await server.call('shipment.getShipments', OWN, { as: other })).outcome).toBe('ok');
  });

  it('of a file does so too', async () => {
    const manager = await server.signInAs('manager');
    const headers = { authorization: `Bearer ${manager.token}` };
    const fetchFile = () => server.request({ url: filePaths.shipmentsFile(), headers, remoteAddress: ADDRESS });
    await whileFull('files', manager, async () => {
      const answer = await fetchFile();
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2']);
      expect(answer.json().error.data.code).toBe('SERVICE_UNAVAILABLE');
    });
    for (let count = 0; count <= BUDGETS.files.running.person; count += 1)
      expect((await fetchFile()).statusCode).toBe(200);
    await untilIdle();
  });

  it('of a sign-in comes before it counts as an attempt, and people elsewhere can still sign in', async () => {
    const person = await server.person();
    const signIn = (address: string) =>
      server.call('auth.login', { email: person.email, password: person.password }, { address });
    await whileFull('passwords', { token: null }, async () => {
      for (const answer of await Promise.all(keys(12).map(() => signIn(ADDRESS)))) expectRefused(answer);
      expect((await signIn('203.0.113.7')).outcome).toBe('ok');
    });
    expect((await signIn(ADDRESS)).outcome).toBe('ok');
  });

  it('is counted in the metrics, next to the use of pools and lanes', async () => {
    const { body } = await server.request({ url: '/metrics', remoteAddress: '127.0.0.1' });
    expect(body).toMatch(/waybill_refused_total\{reason="lock_timeout"\} [1-9]/);
    expect(body).toMatch(/waybill_refused_total\{reason="reads_(?:full|wait)"\} [1-9]/);
    expect(body).toMatch(/waybill_calls\{lane="writes",state="waiting"\} 0\n/);
    for (const pool of ['lookUps', 'reads', 'writes', 'jobs'])
      for (const state of ['open', 'idle', 'waiting'])
        expect(body).toMatch(new RegExp(`waybill_pool_connections\\{pool="${pool}",state="${state}"\\} \\d`));
  });
});

describe('silent or slow connections', () => {
  const sockets: Socket[] = [];
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
  });

  it('delay nobody', async () => {
    const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const open = async () => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
      sockets.push(socket);
      await once(socket, 'connect');
      return socket;
    };
    await Promise.all(keys(300).map(open));
    for (const slow of await Promise.all(keys(100).map(open)))
      slow.write(
        `POST ${paths.trpc}/auth.login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 999\r\n\r\n{`,
      );
    const { trackingId } = parcel;
    const input = encodeURIComponent(JSON.stringify({ trackingId }));
    const lookUp = () => fetch(`${url}${paths.trpc}/shipment.getShipmentByTrackingId?input=${input}`);
    const statuses = await Promise.all(keys(50).map(async () => (await lookUp()).status));
    expect(new Set(statuses)).toEqual(new Set([200]));
    await expectOthersAreServed();
  });
});

describe('a thousand emails of one shop', () => {
  const { newShop, newRate, ask } = shops(server);
  const to = (email: string) => v1Parcel({ receiver: { ...v1Parcel().receiver, email } });
  const order = (shop: Shop, ...emails: string[]) =>
    ask(shop.key, '/v1/shipments/batch', { method: 'POST', payload: { shipments: emails.map(to) } });
  const numbered = (count: number, name: string) =>
    Array.from({ length: count }, (_, at) => `${name}${at}@example.com`);
  const stateOf = (receiver: string) =>
    server.query<{ state: string; count: number }>(
      'select state, count(*)::int as count from mails where receiver like $1 group by 1 order by 1',
      [receiver],
    );
  const waiting = () =>
    server.query<{ kind: string; receiver: string; is_batch: boolean }>(
      `select kind, receiver, is_batch from pgboss.job join mails on mails.id = (data->>'mailId')::uuid
       where name = 'mail' and job.state < 'active' order by priority desc, created_on`,
    );

  it('wait for a person at a screen and for single ones, and take turns with another shop’s', async () => {
    await newRate();
    const [greedy, shop] = [await newShop(), await newShop()];
    const manager = await server.signedIn({ manager: true });
    await server.query(`delete from pgboss.job where name = 'mail'`);
    await order(greedy, ...numbered(20, 'greedy'));
    await order(shop, 'patient@example.com');
    const single = { senderEmail: 'single@example.com', receiverEmail: 'single@example.com' };
    await server.call('shipmentAdmin.createShipment', parcelInput(single), { as: manager });
    await server.call('auth.forgotPassword', { email: other.email });
    await server.call('shipmentAdmin.updateShipment', { id: parcel.id, status: 'delivery' }, { as: manager });
    const [first, ...sent] = await waiting();
    expect([first?.kind, first?.receiver]).toEqual(['reset-password', other.email]);
    // It goes before everything else that nobody waits for at a screen.
    expect(sent.splice(0, 2).map(({ kind }) => kind)).toEqual(['status-changed', 'status-changed']);
    expect(sent).toHaveLength(20 * 2 + 2 + 2);
    expect(sent.slice(0, 2).map(({ kind, receiver }) => [kind, receiver])).toEqual([
      ...Array(2).fill(['shipment-created', 'single@example.com']),
    ]);
    const others = sent.slice(2, 6).filter(({ receiver }) => ['patient@example.com', shop.email].includes(receiver));
    expect(others).toHaveLength(2);
    expect(sent.slice(2).every(({ is_batch }) => is_batch)).toBe(true);
  });

  it('reach one mailbox thirty times a day, however it is written, and another shop’s still do', async () => {
    const [greedy, shop] = [await newShop(), await newShop()];
    await order(greedy, ...Array.from({ length: 40 }, (_, at) => `Stranger+${at}@Example.com`));
    const few = 30;
    const counted = [
      { state: 'held', count: 40 - few },
      { state: 'queued', count: few },
    ];
    expect(await stateOf('stranger+%@example.com')).toEqual(counted);
    // A shop reads all in its digest.
    expect(await stateOf(greedy.email)).toEqual([{ state: 'queued', count: 40 }]);
    await order(shop, 'stranger@example.com');
    expect(await stateOf('stranger@example.com')).toEqual([{ state: 'queued', count: 1 }]);
    await server.query(`update mails set created_at = created_at - interval '1 day'`);
    await order(greedy, 'stranger@example.com');
    expect(await stateOf('stranger@example.com')).toEqual([{ state: 'queued', count: 2 }]);
  });

  it('of several shops reach one mailbox a hundred times a day, and never hold a password back', async () => {
    const person = await server.person({ email: 'crowded@example.com' });
    const mail = {
      kind: 'shipment-created',
      receiver: person.email,
      about: { shipmentId: parcel.id, party: 'receiver' },
    };
    for (let shop = 0; shop < 4; shop += 1) {
      const mails = Array(30).fill(mail);
      await server.inUnit((unit) => unit.mails(mails), { id: randomUUID() });
    }
    expect(await stateOf(person.email)).toContainEqual({ state: 'queued', count: 100 });
    await server.call('auth.forgotPassword', { email: person.email });
    expect(await stateOf(person.email)).toContainEqual({ state: 'queued', count: 101 });
  });

  it('that were held back are listed for managers, who send one anyway', async () => {
    const manager = await server.signedIn({ manager: true });
    const { data } = await server.call('mail.getMails', { page: { state: 'held', q: 'stranger' } }, { as: manager });
    const [held] = data.data;
    expect(held).toMatchObject({ state: 'held', attempts: 0, sentAt: null, resendable: true });
    await server.query(`delete from pgboss.job where name = 'mail'`);
    await order(await newShop(), ...numbered(2, 'later'));
    expect((await server.call('mail.resend', { id: held?.id }, { as: manager })).outcome).toBe('ok');
    const [first] = await server.query(
      `select data->>'mailId' as id from pgboss.job where name = 'mail' order by priority desc, created_on limit 1`,
    );
    expect(first?.id).toBe(held?.id);
  });
});
