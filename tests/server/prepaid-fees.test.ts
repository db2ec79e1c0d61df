/** A prepaid fee follows its parcel, no matter who changes it. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { checkRecords } from '../../server/audit/check-records.ts';
import { postTransaction } from '../../server/ledger/change-ledger.ts';
import { courierDay, DELIVERED, fact, NOT_HOME } from '../support/courier-day.ts';
import { shops, v1Parcel } from '../support/shop.ts';
import type { Person } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer({ environment: { PREPAID_SHIPPING: '1' } });
const manager = await server.signInAs('manager');
const as = manager;
const { newCourier, runOf, tell, visit } = courierDay(server, manager);
const { newShop, newRate, ask } = shops(server);
beforeAll(() => newRate());

type Shop = Awaited<ReturnType<typeof newShop>>;

/** A shop with a parcel that it has paid: 5.90 of 100.00. */
async function paidParcel(of?: Shop) {
  const shop = of ?? (await newShop());
  const deposit = { userId: shop.id, type: 'deposit', status: 'successful', summary: 'Counter' } as const;
  await server.inUnit((unit) => postTransaction(unit, { ...deposit, amountCents: 10_000n }));
  const created = await ask(shop.key, '/v1/shipments', {
    method: 'POST',
    headers: { 'idempotency-key': randomUUID() },
    payload: v1Parcel({ reference: randomUUID() }),
  });
  expect(created.status, created.text).toBe(201);
  return { shop, id: String(created.body.id), trackingId: String(created.body.tracking_id) };
}

/** In cents. */
async function spentBy({ id }: Pick<Person, 'id'>): Promise<number> {
  const [row] = await server.query<{ spent: string }>(
    `select 10000 - sum(total_cents) as spent from ledger_entries where user_id = $1`,
    [id],
  );
  return Number(row?.spent);
}
const [CHARGED, FREE] = [590, 0];

const entriesOf = async (shop: Shop) =>
  (await server.query('select 1 from ledger_entries where user_id = $1', [shop.id])).length;
const cancel = (id: string, shop: Shop) => server.call('shipper.cancelShipment', { id }, { as: shop });
const setStatus = (id: string, status: string) =>
  server.call('shipmentAdmin.updateShipment', { id, status }, { as, headers: { 'idempotency-key': randomUUID() } });
const scan = async (trackingId: string, more: object) => {
  const scanId = randomUUID();
  const answer = await server.call('deskAdmin.scan', { scans: [{ scanId, trackingId, ...more }] }, { as });
  expect(answer.data.results, answer.body).toMatchObject([{ outcome: 'done' }]);
  return scanId;
};

async function inRun(...ids: string[]) {
  const courier = await newCourier();
  const input = { day: 'today', name: 'Centre', courierId: courier.id, shipmentIds: ids, despite: ids };
  const planned = (await server.call('runAdmin.create', input, { as })).data;
  await server.call('runAdmin.release', planned, { as });
  const { tasks } = await runOf(courier);
  return { courier, tasks };
}

async function differences() {
  const { db, secrets } = server.services;
  const check = await checkRecords({ db, secrets }, { margin: 0, wait: true });
  return (check?.differences ?? []).filter(({ kind }) => kind === 'fees' || kind === 'balances');
}

it('is given back once and charged again once, however often the status changes', async () => {
  const { shop, id } = await paidParcel();
  expect(await spentBy(shop)).toBe(CHARGED);
  for (const _round of [1, 2]) {
    await Promise.all([cancel(id, shop), cancel(id, shop), setStatus(id, 'cancelled')]);
    expect(await spentBy(shop)).toBe(FREE);
    await Promise.all([setStatus(id, 'in-progress'), setStatus(id, 'in-progress')]);
    expect(await spentBy(shop)).toBe(CHARGED);
  }
  for (const status of ['shipped', 'delivery', 'held', 'failed', 'delivered']) await setStatus(id, status);
  expect(await spentBy(shop)).toBe(CHARGED);
  // The deposit, the fee, and four changes with a reversal each.
  expect(await entriesOf(shop)).toBe(10);
  const [fee] = await server.query('select status, summary from transactions where user_id = $1 and type = $2', [
    shop.id,
    'fee',
  ]);
  expect(fee).toMatchObject({ status: 'successful', summary: expect.stringMatching(/^Shipment W\w+$/) });
});

it('is charged for what a courier without network delivers after the shop cancelled', async () => {
  const { shop, id } = await paidParcel();
  const { courier, tasks } = await inRun(id);
  expect((await cancel(id, shop)).outcome).toBe('ok');
  const report = fact({ stopId: tasks[0]?.stopId, outcomes: [{ taskId: tasks[0]?.id, ...DELIVERED }], proofs: [] });
  await Promise.all([tell(courier, 'visit', report), tell(courier, 'visit', report)]);
  expect(await spentBy(shop)).toBe(CHARGED);
  await visit(courier, tasks[0], { ...NOT_HOME, supersedes: report.id });
  expect([await spentBy(shop), await differences()]).toEqual([FREE, []]);
});

it('ends as the parcel does when a shop cancels while a courier delivers', async () => {
  const parcels = await Promise.all([1, 2, 3, 4, 5, 6].map(() => paidParcel()));
  const { courier, tasks } = await inRun(...parcels.map(({ id }) => id));
  await Promise.all([
    ...parcels.map(({ id, shop }) => cancel(id, shop)),
    ...tasks.map((task) => visit(courier, task)),
    ...parcels.map(({ id }) => setStatus(id, 'cancelled')),
  ]);
  for (const { id, shop } of parcels) {
    const [row] = await server.query<{ status: string }>('select status from shipments where id = $1', [id]);
    expect(await spentBy(shop)).toBe(row?.status === 'cancelled' ? FREE : CHARGED);
  }
  expect(await differences()).toEqual([]);
});

it.each<[string, (parcel: Awaited<ReturnType<typeof paidParcel>>) => Promise<unknown>, number[]]>([
  [
    'a bulk change and its undo',
    async ({ id }) => {
      const change = { kind: 'status', status: 'cancelled' };
      const bulk = (await server.call('bulk.start', { ids: [id], change, emails: 'none' }, { as })).data;
      return async () => server.call('bulk.undo', { id: bulk.id }, { as });
    },
    [FREE, CHARGED],
  ],
  [
    'a scan and its undo',
    async ({ id, trackingId }) => {
      await setStatus(id, 'cancelled');
      const scanId = await scan(trackingId, { act: 'status', status: 'held' });
      return () => scan(trackingId, { act: 'undo', undoes: scanId });
    },
    [CHARGED, FREE],
  ],
  [
    '/v1, and what the desk sets back',
    async ({ shop, id }) => {
      const headers = { 'idempotency-key': randomUUID() };
      expect((await ask(shop.key, `/v1/shipments/${id}/cancel`, { method: 'POST', headers })).status).toBe(200);
      return () => setStatus(id, 'held');
    },
    [FREE, CHARGED],
  ],
  [
    'a deletion, and a courier who delivers nevertheless',
    async ({ id }) => {
      const { courier, tasks } = await inRun(id);
      await server.call('shipmentAdmin.deleteShipment', { id }, { as });
      return () => visit(courier, tasks[0]);
    },
    [FREE, CHARGED],
  ],
  [
    'a deletion of what was delivered',
    async ({ id }) => {
      await setStatus(id, 'delivered');
      return () => server.call('shipmentAdmin.deleteShipment', { id }, { as });
    },
    [CHARGED, CHARGED],
  ],
])('follows %s', async (_name, change, spent) => {
  const parcel = await paidParcel();
  const next = (await change(parcel)) as () => Promise<unknown>;
  const first = await spentBy(parcel.shop);
  await next();
  expect([first, await spentBy(parcel.shop)]).toEqual(spent);
  expect(await differences()).toEqual([]);
});

it('locks many shops in one order, so that two bulk changes end', async () => {
  const cancelled = { change: { kind: 'status', status: 'cancelled' }, emails: 'none' };
  const first: string[] = [];
  const second: string[] = [];
  const owners = await Promise.all(Array.from({ length: 8 }, newShop));
  // Bulk changes go by id, which is by time: the second meets the shops in the opposite order.
  for (const shop of owners) first.push((await paidParcel(shop)).id);
  for (const shop of owners.toReversed()) second.push((await paidParcel(shop)).id);
  const start = async (ids: string[]) =>
    server.call('bulk.start', { ids, ...cancelled }, { as: await server.signedIn({ manager: true }) });
  const responses = await Promise.all([first, second].map(start));
  expect(responses.map(({ data }) => data.done)).toEqual([8, 8]);
});

it('is not charged or given back by hand while the parcel says otherwise', async () => {
  const { shop, id, trackingId } = await paidParcel();
  const [fee] = await server.query<{ id: string }>("select id from transactions where user_id = $1 and type = 'fee'", [
    shop.id,
  ]);
  const update = (status: string) =>
    server.call('transactionAdmin.updateTransaction', { id: fee?.id, amount: 5.9, status }, { as });
  const sentence = `This is the fee of shipment ${trackingId}. Cancel the shipment to give it back, or add a deposit that gives back a fee.`;
  for (const status of ['failed', 'pending'])
    expect((await update(status)).error.data.fieldErrors).toEqual({ status: [sentence] });
  const deleted = await server.call('transactionAdmin.deleteTransaction', { id: fee?.id }, { as });
  expect(deleted.error.message).toBe(sentence);
  await cancel(id, shop);
  expect((await update('successful')).outcome).toBe('BAD_REQUEST');
  expect((await server.call('transactionAdmin.deleteTransaction', { id: fee?.id }, { as })).outcome).toBe('ok');
  await setStatus(id, 'held');
  expect([await spentBy(shop), await differences()]).toEqual([CHARGED, []]);
});

it.each([
  ['a delivered parcel without its fee', 'cancelled', "status = 'delivered'", '0 charged is stored, 590 charged'],
  ['a parcel on its way without its fee', 'cancelled', "status = 'shipped'", '0 charged is stored, 590 charged'],
  ['a cancelled parcel with its fee', 'held', "status = 'cancelled'", '590 charged is stored, 0 charged'],
  ['a deleted parcel with its fee', 'held', 'deleted_at = now()', '590 charged is stored, 0 charged'],
])('is checked by verify: %s', async (_name, status, planted, sentence) => {
  const { id, trackingId } = await paidParcel();
  await setStatus(id, status);
  const [before] = await server.query('select status from shipments where id = $1', [id]);
  await server.query(`update shipments set ${planted} where id = $1`, [id]);
  const found = await differences();
  await server.query('update shipments set status = $2, deleted_at = null where id = $1', [id, before?.status]);
  const example = `fee of shipment ${trackingId}: ${sentence} is right`;
  expect(found).toEqual([{ kind: 'fees', count: 1, examples: [example] }]);
  expect(await differences()).toEqual([]);
});
