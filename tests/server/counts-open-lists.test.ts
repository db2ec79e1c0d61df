/** Every count that is a link opens a list of exactly as many rows. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { checkRecords } from '../../server/audit/check-records.ts';
import { FAILED_QUEUE } from '../../server/jobs/queues.ts';
import { listCollectionDays } from '../../server/returns/terms.ts';
import { CHOICE_KINDS } from '../../src/domain/choices.ts';
import { FAILURE_REASONS } from '../../src/domain/delivery.ts';
import { DRAFTS_PAGE_SIZE } from '../../src/domain/shops/draft.ts';
import { WORK_LABELS } from '../../src/domain/work.ts';
import { WORK_PATHS } from '../../src/domain/work-paths.ts';
import { collections } from '../support/collections.ts';
import { fact } from '../support/courier-day.ts';
import { importOrders } from '../support/send-file.ts';
import { testServer } from '../support/vitest.ts';

const TEXTS = { SMS_URL: 'https://sms.example.com', SMS_TOKEN: 'AC0123:4567', SMS_FROM: 'Waybill' };
const server = await testServer({ environment: { CHOICES: CHOICE_KINDS.join(','), RATINGS: '1', ...TEXTS } });
const manager = await server.signInAs('manager');
const as = manager;
const { newShop, newParcels, askFor, collecting, collect, receive, ...day } = await collections(server, manager);
const { newCourier, releasedRun, runOf, tell, visit } = day;

const getWork = async () => (await server.call('deskAdmin.getWork', undefined, { as })).data.work;

/** Asks as the page at this address does, and counts the rows of all its pages. */
async function countRowsAt(address: string): Promise<number> {
  const { pathname, searchParams, hash } = new URL(address, 'https://waybill.example');
  const of = Object.fromEntries(searchParams);
  const all = async (ask: (page: number) => Promise<{ data: { data: readonly unknown[] } }>) => {
    let rows = 0;
    for (let page = 1; ; page += 1) {
      const { length } = (await ask(page)).data.data;
      if (length === 0) return rows;
      rows += length;
    }
  };
  switch (pathname + hash) {
    case '/manager/shipments':
      return all((page) => server.call('shipmentAdmin.getShipments', { page: { page, ...of } }, { as }));
    case '/manager/users':
      return all((page) => server.call('userAdmin.getUsers', { page: { page, ...of } }, { as }));
    case '/manager/mail#mail-log':
      return all((page) => server.call('mail.getMails', { page: { page, ...of } }, { as }));
    case '/manager/owing':
      return all((page) => server.call('transactionAdmin.getOwing', { page: { page, ...of } }, { as }));
    case '/manager/pickups':
      return all((page) => server.call('pickupAdmin.list', { page, ...of }, { as }));
    case '/manager/recurring':
      return (await server.call('recurring.list', undefined, { as })).data.filter(
        ({ problem, isOfShop }) => problem && !isOfShop,
      ).length;
    case '/manager/runs/surprises':
      return (await server.call('runAdmin.exceptions', { shipmentId: 'surprises' }, { as })).data.length;
    case '/manager/bank':
      return all((page) => server.call('bankAdmin.getEntries', { page, size: 10, all: false }, { as }));
    case '/manager/payouts':
      return (await server.call('statementAdmin.duePayouts', undefined, { as })).data.payouts.length;
    case '/manager/bank#out':
      return (await server.call('bankAdmin.getPayouts', undefined, { as })).data.restore?.held.count ?? 0;
    case '/manager/cash':
      return (await server.call('runAdmin.openCash', undefined, { as })).data.length;
    case '/manager/mail#texts':
      return (await server.call('mail.getSms', undefined, { as })).data.problems.length;
    case '/#failed-jobs':
      await checkRecords(server.services, { wait: true });
      return (await server.call('recordsAdmin.getCheck', undefined, { as })).data?.failedJobs?.length ?? 0;
    default:
      throw new Error(`Nobody knows what ${address} shows`);
  }
}

const receiverOf = async ({ id, receiverCode }: { id: string; receiverCode: string }) => {
  const options = { address: server.newAddress() };
  const { grant } = (await server.call('shipment.verifyShipmentCode', { id, code: receiverCode }, options)).data;
  return { ...options, headers: { 'x-shipment-grant': grant } };
};

it('each row of the worklist', async () => {
  // What did not arrive, in each way.
  const bo = await newCourier();
  const { shipments } = await releasedRun(
    bo,
    [...FAILURE_REASONS, 'missing', 'left'].map((description) => ({ description })),
  );
  const run = await runOf(bo);
  const taskOf = (description: string) => run.tasks.find((task) => task.description === description);
  const loaded = run.tasks.filter(({ description }) => description !== 'left').map(({ id }) => id);
  await tell(bo, 'load', fact({ taskIds: loaded }));
  await tell(bo, 'start', fact({ runId: run.id }));
  for (const reason of FAILURE_REASONS)
    await visit(bo, taskOf(reason), { result: 'failed', reason }, { cameraFailed: true });
  await tell(bo, 'return', fact({ taskIds: loaded.filter((id) => id !== taskOf('missing')?.id) }));
  await tell(bo, 'close', fact({ runId: run.id }));
  await server.query("update shipments set created_at = now() - interval '3 days' where id = any($1)", [
    [(await server.parcel()).id, (await server.parcel()).id],
  ]);

  // What parties ask of the desk.
  const wanted = await releasedRun(await newCourier(), [{}, { shipTo: 'Storgatan 2' }, { shipTo: 'Storgatan 3' }]);
  const [wishes, disputes, delivered] = wanted.shipments;
  if (!wishes || !disputes || !delivered) throw new Error('There are no parcels');
  const [, tomorrow] = listCollectionDays(server.environment);
  const choose = async (parcel: typeof wishes, choice: object) =>
    server.call('choice.make', { id: parcel.id, choiceId: randomUUID(), ...choice }, await receiverOf(parcel));
  expect((await choose(wishes, { kind: 'day', day: tomorrow })).outcome).toBe('ok');
  expect((await choose(disputes, { kind: 'note', text: 'Knock' })).outcome).toBe('ok');
  expect((await server.call('choice.dispute', { id: disputes.id }, await receiverOf(disputes))).outcome).toBe('ok');
  await server.call('shipmentAdmin.updateShipment', { id: delivered.id, status: 'delivered' }, { as });
  const bad = { id: delivered.id, kind: 'went-badly', text: '' };
  expect((await server.call('choice.rate', bad, await receiverOf(delivered))).outcome).toBe('ok');
  await server.query('update shipments set receiver_code = null where id = $1', [shipments[0]?.id]);
  await server.query(
    `insert into drafts (id, user_id, shipment_id, source, is_valid, news, news_at)
      values (gen_random_uuid(), $1, $2, 'form', true, '{}', now())`,
    [manager.id, (await server.parcel()).id],
  );

  // A cancelled parcel that arrives all the same.
  const cancelled = await server.parcel();
  await server.call('shipmentAdmin.updateShipment', { id: cancelled.id, status: 'cancelled' }, { as });
  await receive(cancelled);

  // Pickups that wait, that failed, and that are arranged; and what nobody expected in a van.
  await askFor(await newShop());
  await collecting();
  for (let times = 0; times < 2; times += 1) {
    const { courier } = await collecting();
    const others = await newParcels(await newShop(), 2);
    await collect(courier, others, { result: 'failed', reason: 'closed' });
  }

  // Two of each of one person, whose list has one row.
  const { id } = await server.person();
  for (let times = 0; times < 2; times += 1) {
    await server.query(
      `insert into transactions (id, user_id, type, amount_cents, status, summary, proposal)
       values (gen_random_uuid(), $1, 'withdrawal', 100, 'pending', '', null),
         (gen_random_uuid(), $1, 'deposit', 100, 'pending', '', '{"status": "successful"}')`,
      [id],
    );
    await server.query(
      `insert into pgboss.job (name, data, source_name, source_id) values ($1, '{}', 'sweep', gen_random_uuid())`,
      [FAILED_QUEUE],
    );
  }
  const refund = await server.parcel();
  await server.query(`update shipments set prepaid_cents = 100, status = 'cancelled' where id = $1`, [refund.id]);
  for (const { id: shipmentId } of [refund, await server.parcel()])
    await server.query(
      `insert into sms (id, shipment_id, event, number, day, undoable, state, attempts)
        values (gen_random_uuid(), $1, 'code', '+46700000000', now(), '{}', 'failed', 8)`,
      [shipmentId],
    );
  await server.person({ verified: false });
  await server.query(
    `insert into held_payouts (marked_id, file_id, user_id, amount_cents)
      values (gen_random_uuid(), gen_random_uuid(), $1, 100), (gen_random_uuid(), gen_random_uuid(), $1, 100)`,
    [id],
  );
  for (const state of ['open', 'open', 'booked'])
    await server.query(
      `insert into bank_entries (id, account, booked_on, amount_cents, name, text, state)
        values (gen_random_uuid(), 'SE00', '2026-11-30', 100, 'Elin', '', $1)`,
      [state],
    );
  // A shop with money on its account, of which the last statement has half.
  const owedShop = await newShop();
  await server.query(
    `insert into statements (id, user_id, kind, year, number, sequence, from_day, until_day, opening_cents, closing_cents, facts)
      values (gen_random_uuid(), $1, 'statement', 2026, 1, 1, '2026-10-01', '2026-10-31', 0, 5000, '{}')`,
    [owedShop.id],
  );
  await server.query('insert into balances (user_id, total_cents, held_cents) values ($1, 10000, 0)', [owedShop.id]);
  const bill = await server.bill(await server.parcel(), { id });
  await server.query("update bills set created_at = now() - interval '90 days' where id = $1", [bill]);
  await server.query("update mails set state = 'failed' where id in (select id from mails order by id limit 3)");
  const [repeated] = [await server.parcel(), await server.parcel()];
  await server.call('recurring.repeat', { id: repeated.id, weekdays: [1] }, { as });
  await server.query(`update recurring_orders set problem = '2026-11-30: no', done_on = '2026-11-30'`);
  await server.query(
    `insert into cod_payments (id, shipment_id, run_id, fact_id, method, amount_cents)
     select gen_random_uuid(), t.shipment_id, t.run_id, o.fact_id, 'cash', 499 from run_tasks t
       join fact_outcomes o on o.task_id = t.id where t.run_id = $1 limit 2`,
    [run.id],
  );

  const work = await getWork();
  expect(work.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(WORK_LABELS).toSorted());
  const listed = [];
  for (const { kind } of work) listed.push([kind, await countRowsAt(WORK_PATHS[kind])]);
  expect(listed).toEqual(work.map(({ kind, count }) => [kind, count]));
});

it('each tile of a shop’s home', async () => {
  const shop = await newShop();
  const file = (from: number, to: number, email: string) =>
    [
      'Order reference,Full name,Email,Phone,Address line 1,City,Postcode,Country,Contents,Weight,Length,Width,Height',
      ...Array.from({ length: to - from }, (_, at) =>
        [
          `#${from + at}`,
          'Elin Strand',
          email,
          '+46 31 555 0192',
          `Kaj ${at}`,
          'Göteborg',
          '411 04',
          'Sweden',
          'Books',
          '0.85',
          '30',
          '20',
          '12',
        ].join(','),
      ),
    ].join('\r\n');
  await importOrders(server, shop, file(0, DRAFTS_PAGE_SIZE + 1, 'elin@example.com'));
  await importOrders(server, shop, file(200, 203, 'nobody'));
  const parcels = await newParcels(shop, 3);
  await server.call('shipmentAdmin.updateShipment', { id: parcels[0]?.id, status: 'held' }, { as });

  const { counts } = (await server.call('shipper.getDrafts', { page: 1 }, { as: shop })).data;
  const listDrafts = async (ready: boolean) => {
    let rows = 0;
    for (const page of [1, 2, 3])
      rows += (await server.call('shipper.getDrafts', { page, ready }, { as: shop })).data.data.length;
    return rows;
  };
  expect([counts.ready, counts.toFix]).toEqual([await listDrafts(true), await listDrafts(false)]);
  expect(counts).toMatchObject({ ready: DRAFTS_PAGE_SIZE + 1, toFix: 3 });

  const unprinted = (await server.call('shipper.getUnprinted', { page: 1 }, { as: shop })).data;
  expect([unprinted.total, unprinted.data.length]).toEqual([3, 3]);
  for (const [search, rows] of [
    [{ arrival: 'announced' }, 2],
    [{ status: 'held' }, 1],
  ] as const) {
    const asked = { rel: 'sender', page: { page: 1, ...search } };
    const { data, total } = (await server.call('shipment.getShipments', asked, { as: shop })).data;
    expect([total, data.length]).toEqual([rows, rows]);
  }
});
