/** Coins can’t pay every amount: it is rounded, the shop gets all of it, and the journal has the rest. */
import { expect, it } from 'vitest';
import { compareFees } from '../../server/ledger/store/fees.ts';
import { readJournal } from '../../server/statements/export-journal.ts';
import { dayIn } from '../../src/domain/dates.ts';
import { accountsOf } from '../../src/domain/statements/statement.ts';
import { courierDay, DELIVERED, NOT_HOME } from '../support/courier-day.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer({ environment: { CURRENCY: 'SEK' } });
const manager = await server.signInAs('manager');
const as = { as: manager };
const { newCourier, releasedRun, loadAndStart, visit, deskRun, exceptionsOf, tell } = courierDay(server, manager);

async function balances(): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  for await (const lines of readJournal(server.services.db, { from: new Date(0), end: new Date() }))
    for (const { kind, cents } of lines) {
      const [gets, gives] = accountsOf(kind);
      sums[gets] = (sums[gets] ?? 0) + Number(cents);
      sums[gives] = (sums[gives] ?? 0) - Number(cents);
    }
  return sums;
}

it('is paid within half a coin, and no further', async () => {
  const shop = await server.signedIn({ roles: ['shipper'] });
  await server.call('rateAdmin.setCod', { userId: shop.id, limit: 1_000 }, as);
  const courier = await newCourier();
  const amounts = [499.37, 20.6, 300.25, 70.3, 80.5];
  const run = await releasedRun(
    courier,
    amounts.map((cod) => ({ cod, senderEmail: shop.email })),
  );
  const { tasks } = await loadAndStart(courier);
  const taskOf = (cod: number) => tasks.find((task) => task.cod === cod);
  const pay = (cod: number, amount: number, method = 'cash') =>
    visit(courier, taskOf(cod), DELIVERED, { payments: [{ taskId: taskOf(cod)?.id, method, amount }] });
  await pay(499.37, 499);
  await pay(20.6, 21);
  // A card pays any amount.
  await pay(300.25, 300, 'card');
  await pay(70.3, 71);
  const supersedes = await pay(80.5, 81);
  await visit(courier, taskOf(80.5), { ...NOT_HOME, supersedes });
  expect((await exceptionsOf(run.id)).filter((kind) => kind.startsWith('cod'))).toEqual(['cod-differs', 'cod-differs']);
  expect(await balances()).toMatchObject({
    courier: 891_00,
    rounding: 37 - 40,
    cod: -(499_37 + 20_60 + 300_00 + 71_00),
  });

  await tell(courier, 'close', { id: crypto.randomUUID(), runVersion: 2, runId: run.id, cash: 591 });
  const seen = (await deskRun(run.id)).cash?.open;
  expect(seen).toEqual({ cash: 591, card: 300 });
  expect((await server.call('runAdmin.countCash', { runId: run.id, seen, ...seen }, as)).outcome).toBe('ok');
  const credited = await server.query(
    `select amount_cents, status from transactions where user_id = $1 and purpose = 'cod' order by amount_cents`,
    [shop.id],
  );
  expect(credited).toEqual([
    { amount_cents: '2060', status: 'successful' },
    { amount_cents: '7030', status: 'pending' },
    { amount_cents: '8050', status: 'failed' },
    { amount_cents: '30000', status: 'successful' },
    { amount_cents: '49937', status: 'successful' },
  ]);
  expect(await balances()).toMatchObject({ courier: 0, cash: 591_00, card: 300_00, rounding: -3, cod: -71_00 });
  expect((await compareFees(server.services.db)).examples).toEqual([]);
  const exported = { format: 'csv', day: dayIn('UTC', new Date()) };
  expect((await server.call('statementAdmin.createExports', exported, as)).outcome).toBe('ok');
});
