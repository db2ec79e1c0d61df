/** What a report says of money is what the journal says, in the days of the brand's zone. */
import { expect, it } from 'vitest';
import { postTransaction } from '../../server/ledger/change-ledger.ts';
import type { NewTransaction } from '../../server/ledger/store/transactions.ts';
import { insertRate } from '../../server/prices/manage-rates.ts';
import { readJournal } from '../../server/statements/export-journal.ts';
import { dayIn } from '../../src/domain/dates.ts';
import { filePaths } from '../../src/domain/file-paths.ts';
import { kindsOfLine, MONEY_LINE_NAMES } from '../../src/domain/statements/money-lines.ts';
import { accountsOf, type JournalAccount, LINES, OTHER_LINES } from '../../src/domain/statements/statement.ts';
import { endOfDay, startOfDay } from '../../src/domain/time-zone.ts';
import { courierDay, DELIVERED } from '../support/courier-day.ts';
import { journalledOf, reportedOf } from '../support/reported-money.ts';
import { testServer } from '../support/vitest.ts';

const ZONE = 'Europe/Stockholm';
const server = await testServer({ environment: { TIME_ZONE: ZONE, TAX_RATES: '2024-01-01 VAT 25' } });
const manager = await server.signInAs('manager');
const as = manager;
const { newCourier, releasedRun, loadAndStart, visit, deskRun } = courierDay(server, manager);

const reported = (days: { from: string; to: string }) => reportedOf(server, manager, days);
/** Sums the files of the lines' entries, which are on two accounts each. */
async function linesOf({ from, to }: { from: string; to: string }) {
  const lines = (await server.call('reports.getMoneyLines', { from, to }, { as })).data;
  const entriesOf = async (line: string) => {
    const url = filePaths.journalFile({ from, until: to, line });
    const { body } = await server.request({ url, headers: { authorization: `Bearer ${manager.token}` } });
    return body.trim().split('\r\n').slice(1);
  };
  for (const { line, entries } of lines) expect(await entriesOf(line)).toHaveLength(2 * entries);
  return Object.fromEntries(lines.map(({ line, amount }) => [line, Math.round(amount * 100)]));
}

/** Sums the journal by its accounts. */
async function accountsIn({ from, to }: { from: string; to: string }) {
  const sums = new Map<string, number>();
  const period = { from: startOfDay(from, ZONE), end: endOfDay(to, ZONE) };
  for await (const lines of readJournal(server.services.db, period))
    for (const { kind, cents } of lines)
      for (const [at, account] of accountsOf(kind).entries())
        sums.set(account, (sums.get(account) ?? 0) + (at === 0 ? Number(cents) : -Number(cents)));
  return (account: JournalAccount) => sums.get(account) ?? 0;
}

const journalled = (days: { from: string; to: string }) => journalledOf(server, days);

it('of a month with fees, a credit, tax, bills, payouts and cash on delivery', async () => {
  const shop = await server.signedIn({ roles: ['shipper'] });
  await server.call('rateAdmin.setCod', { userId: shop.id, limit: 1_000 }, { as });
  await server.inUnit((unit) =>
    insertRate(unit.tx, { userId: shop.id, maxGrams: 100_000, feeCents: 590n, codFeeCents: 250n }),
  );
  const post = (type: NewTransaction['type'], purpose: NewTransaction['purpose'], amountCents: bigint) =>
    server.inUnit((unit) =>
      postTransaction(unit, {
        userId: shop.id,
        type,
        purpose,
        amountCents,
        status: 'successful',
        summary: 'Of the month',
      }),
    );
  await post('deposit', '', 50_000n);
  await post('fee', 'shipping', 12_00n);
  await post('fee', '', 3_00n);
  await post('fee', 'tax', 3_75n);
  await post('deposit', 'fee-correction', 2_00n);
  await post('deposit', 'credit', 1_50n);
  await post('fee', 'deposit-correction', 90_00n);
  await post('withdrawal', '', 40_00n);
  // Half an hour after midnight there, which is the day before in UTC.
  await server.query(`begin; alter table ledger_entries disable trigger ledger_entries_append_only;
    update ledger_entries set created_at = '2025-02-28T23:30Z'; update transactions set created_at = '2025-02-28T23:30Z';
    alter table ledger_entries enable trigger ledger_entries_append_only;
    select set_figures(array(select id from ledger_entries)); commit`);
  const march = { from: '2025-03-01', to: '2025-03-31' };
  expect(await reported(march)).toEqual(await journalled(march));
  expect(await reported(march)).toMatchObject({ fees: 11_50, tax: 3_75, withdrawals: 40_00 });
  expect(await reported({ from: '2025-02-01', to: '2025-02-28' })).toMatchObject({ fees: 0, tax: 0, withdrawals: 0 });

  // People make the entries: cash and a card at the door, counted, two bills, one of which is deleted.
  const courier = await newCourier();
  const parcels = [1, 2].map(() => ({ cod: 49, senderEmail: shop.email }));
  const run = await releasedRun(courier, parcels);
  const { tasks } = await loadAndStart(courier);
  for (const [at, method] of ['cash', 'card'].entries())
    await visit(courier, tasks[at], DELIVERED, { payments: [{ taskId: tasks[at]?.id, method, amount: 49 }] });
  const seen = (await deskRun(run.id)).cash?.open;
  const counted = await server.call('runAdmin.countCash', { runId: run.id, seen, ...seen }, { as });
  const payer = await server.signedIn();
  const parcel = await server.parcel({ receiverEmail: payer.email });
  const bill = { userId: payer.id, trackingId: parcel.trackingId, summary: 'Duty' };
  for (const amount of [9, 7]) await server.call('billAdmin.addBill', { ...bill, amount }, { as });
  const [unpaid] = await server.query('select id from bills where amount_cents = 700');
  await server.call('billAdmin.deleteBill', { id: unpaid?.id }, { as });
  const today = dayIn(ZONE, new Date());
  const now = { from: `${today.slice(0, 8)}01`, to: today };
  expect(await reported(now)).toEqual(await journalled(now));
  expect(await reported(now)).toMatchObject({ bills: 9_00, cod: 98_00 });
  const lines = { ...(await linesOf(march)), ...(await linesOf(now)) };
  expect(await linesOf(march)).toEqual({ payments: 410_00, fees: 11_50, tax: 3_75, 'paid-out': 40_00 });
  expect(lines).toMatchObject({ billed: 9_00, collected: 98_00 });
  for (const days of [march, now]) {
    const [{ billed = 0, fees = 0, tax = 0, collected = 0, ...more }, balanceOf] = [
      await linesOf(days),
      await accountsIn(days),
    ];
    const { counted: handed = 0, difference = 0, payments = 0, 'paid-out': paidOut = 0, 'bills-paid': paid = 0 } = more;
    expect([balanceOf('revenue'), balanceOf('tax')]).toEqual([-billed - fees, 0 - tax]);
    expect(balanceOf('courier')).toBe(collected - handed - difference);
    expect(balanceOf('cod')).toBe((more['cod-credited'] ?? 0) - collected - (more.rounding ?? 0));
    expect([balanceOf('bank'), balanceOf('bills')]).toEqual([payments - paidOut + paid, billed - paid]);
  }
  expect(counted.outcome).toMatch(/ok|PRECONDITION_FAILED/);
});

it('leaves out no kind of entry, and has none twice', () => {
  const kinds = [...Object.keys(LINES), ...Object.keys(OTHER_LINES)];
  expect(MONEY_LINE_NAMES.flatMap(kindsOfLine).toSorted()).toEqual(kinds.toSorted());
});
