/** A count credits at most the parcel’s cash on delivery; the rest waits for people who see money. */
import { describe, expect, it } from 'vitest';
import { compareFees } from '../../server/ledger/store/fees.ts';
import { insertRate } from '../../server/prices/manage-rates.ts';
import { courierDay, DELIVERED, fact, NOT_HOME } from '../support/courier-day.ts';
import type { Person } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer({ environment: { SECOND_PERSON_ABOVE: '500' } });
const manager = await server.signInAs('manager');
const dispatcher = await server.signedIn({ roles: ['dispatcher'] });
const accountant = await server.signedIn({ roles: ['accountant'] });
const other = await server.signedIn({ roles: ['accountant'] });
const { releasedRun, tell, loadAndStart, visit, deskRun } = courierDay(server, manager);

const setLimit = (shop: Person, limit: number | null) =>
  server.call('rateAdmin.setCod', { userId: shop.id, limit }, { as: accountant });

interface Parcel {
  cod?: number;
  reported: number;
}

/** A closed run in which a courier has reported these payments of one shop’s parcels. */
async function closedRun(parcels: Parcel[], roles: ('courier' | 'accountant')[] = ['courier']) {
  const [courier, shop] = [
    await server.signedIn({ courier: true, roles }),
    await server.signedIn({ roles: ['shipper'] }),
  ];
  await setLimit(shop, 5_000);
  const rate = { userId: shop.id, maxGrams: 100_000, feeCents: 0n, codFeeCents: 250n };
  await server.services.db.transaction((tx) => insertRate(tx, rate));
  const details = parcels.map(({ cod }, at) => ({ cod, senderEmail: shop.email, shipTo: `Quay ${at}` }));
  const { id } = await releasedRun(courier, details);
  const { tasks } = await loadAndStart(courier);
  const visits: string[] = [];
  for (const [at, { reported }] of parcels.entries()) {
    const payments = [{ taskId: tasks[at]?.id, method: 'cash', amount: reported }];
    visits.push(await visit(courier, tasks[at], DELIVERED, { payments }));
  }
  await tell(courier, 'close', fact({ runId: id }));
  return { id, courier, shop, tasks, visits };
}

async function count(runId: string, cash?: number, as = dispatcher) {
  const seen = (await deskRun(runId)).cash?.open ?? { cash: 0, card: 0 };
  const reason = cash === undefined ? {} : { reason: 'It was not there' };
  const answer = await server.call(
    'runAdmin.countCash',
    { runId, seen, ...seen, ...(cash !== undefined && { cash }), ...reason },
    { as },
  );
  expect(answer.outcome, answer.body).toBe('ok');
  return answer.data;
}

async function moneyOf({ id }: Person) {
  const rows = await server.query<{ line: string }>(
    `select concat_ws(' ', purpose, status, amount_cents) as line from transactions where user_id = $1 order by 1`,
    [id],
  );
  const [balance] = await server.query<{ total_cents: string }>('select total_cents from balances where user_id = $1', [
    id,
  ]);
  return [...rows.map(({ line }) => line), Number(balance?.total_cents ?? 0)];
}

const waitingOf = async ({ id }: Person, as = accountant) =>
  (await server.call('transactionAdmin.getUserTransactions', { userId: id }, { as })).data.filter(
    ({ proposal }) => proposal,
  );

async function decide(shop: Person, agrees: boolean, as: Person = accountant) {
  const [waiting] = await waitingOf(shop);
  const { amount = 0, status = 'successful' } = waiting?.proposal ?? {};
  return server.call('transactionAdmin.decide', { id: waiting?.id ?? '', agrees, amount, status }, { as });
}
const differences = async () => (await compareFees(server.services.db)).examples;

describe('a count', () => {
  it('of what was reported above the parcel’s cash on delivery credits nobody alone, and at most that', async () => {
    const { id, shop } = await closedRun([{ cod: 50, reported: 5_000_000 }]);
    expect(await count(id, 0)).toEqual({ ok: true, waits: true });
    expect(await moneyOf(shop)).toEqual(['cod pending 5000', 'cod-fee pending 250', 0]);
    expect(await waitingOf(shop)).toMatchObject([
      {
        amount: 50,
        proposal: {
          amount: 50,
          mayDecide: true,
          why: 'The courier reported $5,000,000.00, and its cash on delivery is $50.00.',
        },
      },
    ]);
    expect((await decide(shop, true, dispatcher)).outcome).toBe('FORBIDDEN');
    expect((await decide(shop, true)).outcome).toBe('ok');
    expect(await moneyOf(shop)).toEqual(['cod successful 5000', 'cod-fee successful 250', 4750]);
    expect(await differences()).toEqual([]);
  });

  it('credits at once what it covers, and leaves the difference to those who see money', async () => {
    const { id, shop } = await closedRun([
      { cod: 100, reported: 100 },
      { cod: 100, reported: 100 },
      { cod: 60, reported: 60 },
    ]);
    expect(await count(id, 190)).toMatchObject({ waits: true });
    const counted = ['cod pending 6000', 'cod successful 10000', 'cod successful 9000'];
    expect(await moneyOf(shop)).toEqual([
      ...counted,
      'cod-fee pending 250',
      'cod-fee successful 250',
      'cod-fee successful 250',
      18500,
    ]);
    expect((await waitingOf(shop)).map(({ proposal }) => [proposal?.amount, proposal?.why])).toEqual([
      [60, 'Nothing was counted for it.'],
      [100, 'Only $90.00 was counted for it.'],
    ]);
    await decide(shop, false);
    await decide(shop, true);
    expect(await waitingOf(shop)).toEqual([]);
    expect(await moneyOf(shop)).toEqual([
      ...['cod failed 6000', 'cod successful 10000', 'cod successful 10000'],
      ...['cod-fee failed 250', 'cod-fee successful 250', 'cod-fee successful 250', 19500],
    ]);
    expect(await differences()).toEqual([]);
  });

  it('of more than the shop may have collected waits', async () => {
    const { id, shop } = await closedRun([{ cod: 80, reported: 80 }]);
    await setLimit(shop, 79.99);
    await count(id);
    expect(await moneyOf(shop)).toEqual(['cod pending 8000', 'cod-fee pending 250', 0]);
    expect((await waitingOf(shop))[0]?.proposal?.why).toBe('It is more than this shop may have collected.');
  });

  it('of more than one person may credit waits for another, and above the cash on delivery for two', async () => {
    const large = await closedRun([{ cod: 500.01, reported: 500.01 }]);
    await count(large.id, undefined, accountant);
    expect((await waitingOf(large.shop))[0]?.proposal?.why).toBe('It is more than one person may credit in a day.');
    const { id, shop } = await closedRun([{ cod: 600, reported: 700 }]);
    await count(id);
    expect((await decide(shop, true)).outcome).toBe('ok');
    expect(await moneyOf(shop)).toEqual(['cod pending 60000', 'cod-fee pending 250', 0]);
    expect((await decide(shop, true)).error.message).toContain('Someone else has to approve it');
    expect((await waitingOf(shop, accountant))[0]?.proposal?.mayDecide).toBe(false);
    expect((await decide(shop, true, other)).outcome).toBe('ok');
    expect(await moneyOf(shop)).toEqual(['cod successful 60000', 'cod-fee successful 250', 59750]);
    expect(await differences()).toEqual([]);
  });

  it('is decided on by others than its courier, and no more once the delivery is corrected', async () => {
    const { id, courier, shop, tasks, visits } = await closedRun(
      [{ cod: 90, reported: 95 }],
      ['courier', 'accountant'],
    );
    await count(id);
    expect((await decide(shop, true, courier)).error.message).toContain('Someone else has to approve it');
    await visit(courier, tasks[0], { ...NOT_HOME, supersedes: visits[0] });
    expect(await waitingOf(shop)).toEqual([]);
    expect(await moneyOf(shop)).toEqual(['cod failed 9000', 'cod-fee failed 250', 0]);
    expect(await differences()).toEqual([]);
  });

  it('of a payment for a parcel without cash on delivery credits nothing', async () => {
    const { id, shop } = await closedRun([{ reported: 90 }]);
    expect(await count(id)).toEqual({ ok: true });
    expect(await moneyOf(shop)).toEqual(['cod failed 9000', 0]);
    expect(await differences()).toEqual([]);
  });

  it('asks for a recent proof', async () => {
    const { id, shop } = await closedRun([{ cod: 50, reported: 50 }]);
    await server.query("update sessions set proved_at = now() - interval '16 minutes' where user_id = $1", [
      dispatcher.id,
    ]);
    const seen = { cash: 50, card: 0 };
    const { error } = await server.call('runAdmin.countCash', { runId: id, seen, ...seen }, { as: dispatcher });
    expect(error.data.needs).toBe('proof');
    expect(await moneyOf(shop)).toEqual(['cod pending 5000', 0]);
    await server.query('update sessions set proved_at = now() where user_id = $1', [dispatcher.id]);
  });
});

describe('an account', () => {
  const remove = async ({ id }: Person) => {
    const answer = await server.call('userAdmin.deleteUser', { id }, { as: manager });
    return answer.outcome === 'ok' ? 'ok' : answer.error.message;
  };
  const obstaclesOf = async (as: Person) => (await server.call('ownAccount.get', undefined, { as })).data.obstacles;

  it('stays while its cash has to be counted or approved', async () => {
    const { id, courier, shop } = await closedRun([{ cod: 50, reported: 50 }]);
    const toCount = /^Nobody has counted the cash of the run “Centre” of \d{4}-\d\d-\d\d yet\.$/;
    const toCredit = 'Cash on delivery of 1 parcel is not on the account yet.';
    expect([await remove(courier), await remove(shop)]).toEqual([expect.stringMatching(toCount), toCredit]);
    expect(await obstaclesOf(courier)).toEqual([expect.stringMatching(toCount)]);
    expect(await obstaclesOf(shop)).toEqual([toCredit]);
    await count(id, 0);
    expect([await remove(courier), await remove(shop)]).toEqual(['ok', toCredit]);
    await decide(shop, true);
    expect(await remove(shop)).toBe('ok');
    expect(await differences()).toEqual([]);
  });

  it('stays while a courier has still to collect for it', async () => {
    const shop = await server.signedIn({ roles: ['shipper'] });
    await setLimit(shop, 100);
    const { id } = await server.parcel({ cod: 50, senderEmail: shop.email });
    expect(await remove(shop)).toBe('Cash on delivery of 1 parcel is not on the account yet.');
    await server.call('shipmentAdmin.deleteShipment', { id }, { as: manager });
    expect(await remove(shop)).toBe('ok');
  });
});
