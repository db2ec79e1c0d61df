import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareFees } from '../../server/ledger/store/fees.ts';
import { insertRate } from '../../server/prices/manage-rates.ts';
import { tidyProofs } from '../../server/runs/proofs/erase-proofs.ts';
import { courierDay, DELIVERED, fact, NOT_HOME } from '../support/courier-day.ts';
import '../support/property-seed.ts';
import { type Person, parcelInput } from '../support/test-server.ts';
import { isThorough } from '../support/thorough.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer();
const manager = await server.signInAs('manager');
const as = { as: manager };
const dispatcher = await server.signedIn({ roles: ['dispatcher'] });
const { newCourier, releasedRun, runOf, tell, loadAndStart, visit, deskRun, exceptionsOf, mailsAbout } = courierDay(
  server,
  manager,
);

async function newShop(): Promise<Person> {
  const shop = await server.signedIn({ roles: ['shipper'] });
  await server.call('rateAdmin.setCod', { userId: shop.id, limit: 1_000 }, as);
  await server.services.db.transaction((tx) =>
    insertRate(tx, {
      userId: shop.id,
      maxGrams: 100_000,
      feeCents: 0n,
      codFeeCents: 250n,
    }),
  );
  return shop;
}

const shop = await newShop();
const cod = (amount = 499, sender = shop) => ({ cod: amount, senderEmail: sender.email });
const paid = (taskId: string | undefined, amount = 499, method = 'cash') => ({
  payments: [{ taskId, method, amount }],
});

async function moneyOf({ id }: Pick<Person, 'id'>) {
  const rows = await server.query<{ purpose: string; status: string; sum: string }>(
    `select purpose, status, sum(amount_cents) from transactions where user_id = $1 and purpose like 'cod%'
      group by purpose, status order by purpose, status`,
    [id],
  );
  return rows.map(({ purpose, status, sum }) => `${purpose} ${status} ${sum}`);
}
const balanceOf = async ({ id }: Pick<Person, 'id'>) =>
  (await server.query<{ total_cents: string }>('select total_cents from balances where user_id = $1', [id]))[0]
    ?.total_cents ?? '0';

async function count(runId: string, more: object = {}, by = dispatcher) {
  const seen = (await deskRun(runId)).cash?.open ?? { cash: 0, card: 0 };
  return server.call('runAdmin.countCash', { runId, seen, ...seen, ...more }, { as: by });
}
const differences = async () => (await compareFees(server.services.db)).examples;

describe('an order', () => {
  it('asks for no more than a manager allows, and only of shops', async () => {
    const ask = async (details: object, by = manager) =>
      (await server.call('shipmentAdmin.createShipment', parcelInput(details), { as: by })).error.data.fieldErrors?.cod;
    expect(await ask(cod(1_000.01))).toEqual(['Cash on delivery can be at most $1,000.00.']);
    const { email } = await server.signedIn();
    expect(await ask({ cod: 1, senderEmail: email })).toEqual([expect.stringContaining('can’t send cash on delivery')]);
    expect(await ask({ ...cod(), fee: 0 }, dispatcher)).toEqual([expect.stringContaining('Managers set')]);
    const refused = await server.call('rateAdmin.setCod', { userId: shop.id, limit: 5 }, { as: shop });
    expect(refused.outcome).toBe('FORBIDDEN');
  });

  it('can be changed until a courier has loaded it', async () => {
    const courier = await newCourier();
    const { shipments } = await releasedRun(courier, [cod()]);
    const { changeInfo } = courierDay(server, manager);
    const deliveryDate = '2026-12-01T09:00:00.000Z';
    await changeInfo(shipments[0]?.id, { cod: 450, deliveryDate });
    expect((await runOf(courier)).tasks[0]?.cod).toBe(450);
    await loadAndStart(courier);
    await expect(changeInfo(shipments[0]?.id, { cod: 449, deliveryDate })).rejects.toThrow('It’s too late');
  });

  it('is shown to its parties, not to who only has its ID', async () => {
    const { trackingId } = await server.parcel(cod());
    const track = (person?: Person) =>
      server.call('shipment.getShipmentByTrackingId', { trackingId }, person ? { as: person } : {});
    expect((await track(shop)).data).toMatchObject({ access: 'detailed', cod: 499 });
    expect((await track()).data).not.toHaveProperty('cod');
    const page = { page: { page: 1, q: trackingId }, rel: 'sender' } as const;
    expect((await server.call('shipment.getShipments', page, { as: shop })).data.data).toMatchObject([{ cod: 499 }]);
  });
});

describe('a delivery', () => {
  it('is owed to the shop once the desk has counted it, less the fee', async () => {
    const [courier, owner] = [await newCourier(), await newShop()];
    const { id, shipments } = await releasedRun(courier, [cod(499, owner)]);
    const [task] = (await loadAndStart(courier)).tasks;
    const id1 = await visit(courier, task, DELIVERED, paid(task?.id));
    expect((await runOf(courier)).cash).toEqual({ collected: 499, handedOver: null });
    expect(await moneyOf(owner)).toEqual(['cod pending 49900']);
    expect(await balanceOf(owner)).toBe('0');
    expect(await mailsAbout(shipments[0]?.id ?? '', 'cod-receipt')).toMatchObject([{ about: { factId: id1 } }]);
    expect((await count(id)).outcome).toBe('PRECONDITION_FAILED');
    await tell(courier, 'close', fact({ runId: id, cash: 490 }));
    expect((await server.call('runAdmin.openCash', undefined, { as: dispatcher })).data).toContainEqual(
      expect.objectContaining({
        id,
        open: { cash: 499, card: 0 },
        handedOver: expect.objectContaining({ amount: 490 }),
      }),
    );
    const work = (await server.call('deskAdmin.getWork', undefined, { as: dispatcher })).data.work;
    expect(work.map(({ kind }) => kind)).toContain('cash');
    expect((await count(id, {}, courier)).outcome).toBe('FORBIDDEN');
    expect((await count(id, { cash: 490 })).error.data.fieldErrors).toHaveProperty('reason');
    expect((await count(id, { seen: { cash: 498, card: 0 } })).outcome).toBe('CONFLICT');
    const { trackingId } = shipments[0] ?? {};
    const seen = async () =>
      (await server.call('shipment.getShipmentByTrackingId', { trackingId }, { as: owner })).data;
    expect(await seen()).toMatchObject({ paid: { method: 'cash', amount: 499, counted: false } });
    expect((await count(id, { cash: 490, reason: 'Wrong change' })).outcome).toBe('ok');
    expect(await seen()).toMatchObject({ paid: { counted: true } });
    expect(await moneyOf(owner)).toEqual(['cod successful 49000', 'cod-fee successful 250']);
    expect(await balanceOf(owner)).toBe('48750');
    expect((await deskRun(id)).cash).toMatchObject({
      isOpen: false,
      counts: [{ by: { id: dispatcher.id }, expected: { cash: 499 }, counted: { cash: 490 }, reason: 'Wrong change' }],
    });
    expect((await count(id)).outcome).toBe('PRECONDITION_FAILED');
    expect(await differences()).toEqual([]);
  });

  it('counts once from two phones, and never from a courier who counts their own run', async () => {
    const courier = await server.signedIn({ courier: true, roles: ['dispatcher'] });
    const { id } = await releasedRun(courier, [cod()]);
    const [task] = (await loadAndStart(courier)).tasks;
    await visit(courier, task, DELIVERED, paid(task?.id));
    await visit(courier, task, DELIVERED, paid(task?.id));
    expect((await runOf(courier)).cash?.collected).toBe(499);
    expect(await exceptionsOf(id)).toEqual([]);
    await tell(courier, 'close', fact({ runId: id }));
    expect((await count(id, {}, courier)).error.message).toContain('your own run');
  });

  it('that is corrected is taken back, also after it was counted', async () => {
    const [courier, owner] = [await newCourier(), await newShop()];
    const { id } = await releasedRun(courier, [cod(499, owner)]);
    const [task] = (await loadAndStart(courier)).tasks;
    const wrong = await visit(courier, task, DELIVERED, paid(task?.id));
    await tell(courier, 'close', fact({ runId: id, cash: 499 }));
    await count(id);
    await visit(courier, task, { ...NOT_HOME, supersedes: wrong });
    expect(await moneyOf(owner)).toEqual(['cod failed 49900', 'cod-fee failed 250']);
    expect(await balanceOf(owner)).toBe('0');
    expect((await deskRun(id)).cash?.open).toEqual({ cash: -499, card: 0 });
    expect((await count(id)).outcome).toBe('ok');
    expect(await differences()).toEqual([]);
  });

  it.each([
    ['nothing', {}, ['cod-not-collected'], 0],
    ['another amount', { amount: 498 }, ['cod-differs'], 498],
    ['what was paid before', { method: 'before' }, ['cod-paid-before'], 0],
    ['a card', { method: 'card' }, [], 499],
  ])('with %s is booked as it is, and asked about', async (_, payment, exceptions, booked) => {
    const [courier, owner] = [await newCourier(), await newShop()];
    const { id } = await releasedRun(courier, [cod(499, owner)]);
    const [task] = (await loadAndStart(courier)).tasks;
    const { amount, method }: { amount?: number; method?: string } = payment;
    const isPaid = Object.keys(payment).length > 0;
    await visit(courier, task, DELIVERED, isPaid ? paid(task?.id, amount, method) : {});
    expect(await exceptionsOf(id)).toEqual(exceptions);
    expect(await moneyOf(owner)).toEqual(booked ? [`cod pending ${booked * 100}`] : []);
    expect(await differences()).toEqual([]);
  });

  it('of a run that was cancelled is asked about a day later, if nobody has counted it', async () => {
    const [courier, owner] = [await newCourier(), await newShop()];
    const { id, shipments, ...seen } = await releasedRun(courier, [cod(499, owner)]);
    const [task] = (await runOf(courier)).tasks;
    await server.call('runAdmin.cancel', { id, ...seen }, as);
    // A run that was only planned has no such time.
    await server.query('update runs set closed_at = null where id = $1', [id]);
    await visit(courier, task, DELIVERED, paid(task?.id));
    const asked = async () => {
      await tidyProofs(server.services);
      return (await exceptionsOf(id)).filter((kind) => kind === 'cash-not-handed-over').length;
    };
    expect(await asked()).toBe(0);
    await server.query(`begin; alter table cod_payments disable trigger user;
      update cod_payments set created_at = now() - interval '25 hours' where run_id = '${id}';
      alter table cod_payments enable trigger user; commit`);
    expect([await asked(), await asked()]).toEqual([1, 1]);
    expect((await count(id)).outcome).toBe('ok');
  });

  it('names only delivered parcels, and its money only the count changes', async () => {
    const [courier, owner] = [await newCourier(), await newShop()];
    await releasedRun(courier, [cod(499, owner)]);
    const [task] = (await loadAndStart(courier)).tasks;
    const outcomes = [{ taskId: task?.id, ...NOT_HOME }];
    const report = fact({ stopId: task?.stopId, outcomes, proofs: [], ...paid(task?.id) });
    expect((await server.call('courier.visit', report, { as: courier })).outcome).toBe('BAD_REQUEST');
    await visit(courier, task, DELIVERED, paid(task?.id));
    const [deposit] = await server.query<{ id: string }>('select id from transactions where user_id = $1', [owner.id]);
    const paidOut = { id: deposit?.id, amount: 499, status: 'successful' };
    for (const change of [paidOut, { ...paidOut, status: 'pending', amount: 500 }])
      expect((await server.call('transactionAdmin.updateTransaction', change, as)).outcome).toBe('BAD_REQUEST');
    const deleted = await server.call('transactionAdmin.deleteTransaction', { id: deposit?.id }, as);
    expect(deleted.outcome).toBe('PRECONDITION_FAILED');
  });
});

const act = fc.record({
  parcel: fc.nat(2),
  kind: fc.constantFrom('deliver', 'deliver', 'fail', 'correct', 'undo', 'again', 'close', 'count'),
  method: fc.constantFrom('cash', 'cash', 'card', 'before', 'none'),
  amount: fc.constantFrom(499, 499, 120.5, 0.01),
  minutes: fc.nat(60),
});

it('loses and doubles no cent in random days, and pays out nothing before its count', {
  timeout: 3_600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 12 }), async (acts) => {
      const [courier, owner] = [await newCourier(), await newShop()];
      const { id } = await releasedRun(
        courier,
        [0, 1, 2].map((at) => ({ ...cod(499, owner), shipTo: `Quay ${at}` })),
      );
      const { tasks } = await loadAndStart(courier);
      // What the reports say that count: of a parcel the earliest that nobody has corrected.
      const reports: { id: string; parcel: number; at: number; cents: number | null; input: object }[] = [];
      const total = () =>
        [0, 1, 2].reduce((sum, parcel) => {
          const paidOnes = reports.filter((one) => one.parcel === parcel && one.cents !== null);
          return sum + (paidOnes.toSorted((one, other) => one.at - other.at)[0]?.cents ?? 0);
        }, 0);
      let counted = 0;
      for (const { parcel, kind, method, amount, minutes } of acts) {
        const task = tasks[parcel];
        const before = reports.findLast((one) => one.parcel === parcel);
        const at = Date.now() - minutes * 60_000;
        const report = async (outcome: object, cents: number | null, more: object = {}) => {
          const outcomes = [{ taskId: task?.id, ...outcome }];
          const sent = fact({ stopId: task?.stopId, outcomes, proofs: [], occurredAt: new Date(at).toISOString() });
          const input = { ...sent, ...more };
          await tell(courier, 'visit', input);
          reports.push({ id: sent.id, parcel, at, cents, input });
        };
        const cents = method === 'none' ? null : method === 'before' ? 0 : Math.round(amount * 100);
        const payment = method === 'none' ? {} : paid(task?.id, amount, method);
        const takeBack = () => before && reports.splice(reports.indexOf(before), 1);
        // A second delivery that corrects nothing is from another phone.
        if (kind === 'deliver') await report(DELIVERED, cents, payment);
        else if (kind === 'fail') await report(NOT_HOME, null);
        else if (kind === 'correct' && before) {
          takeBack();
          await report({ ...DELIVERED, supersedes: before.id }, cents, payment);
        } else if (kind === 'undo' && before) {
          takeBack();
          await report({ ...NOT_HOME, supersedes: before.id }, null);
        } else if (kind === 'again' && before) await tell(courier, 'visit', before.input);
        else if (kind === 'close') await tell(courier, 'close', fact({ runId: id, cash: 1 }));
        else if (kind === 'count' && (await count(id)).outcome === 'ok') counted = total();
        const { cash } = await deskRun(id);
        expect(Math.round(((cash?.collected.cash ?? 0) + (cash?.collected.card ?? 0)) * 100)).toBe(total());
        const rows = await server.query<{ status: string; cents: string }>(
          `select status, amount_cents as cents from transactions where user_id = $1 and purpose = 'cod'`,
          [owner.id],
        );
        const sumOf = (status: string) =>
          rows.reduce((sum, row) => (row.status === status ? sum + Number(row.cents) : sum), 0);
        expect(sumOf('pending') + sumOf('successful')).toBe(total());
        expect(sumOf('successful')).toBeLessThanOrEqual(counted);
      }
      expect(await differences()).toEqual([]);
    }),
    { numRuns: isThorough ? 1_000 : 12 },
  );
});
