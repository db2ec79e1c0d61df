/**
 * A month of each brand has fees with tax, cash on delivery, bills by bank, paid-in cash, payouts,
 * a statement and the books. It adds up in journal, bank, ledger, statements and reports.
 */
import { expect, it } from 'vitest';
import { insertRate } from '../../server/prices/manage-rates.ts';
import { readJournal } from '../../server/statements/export-journal.ts';
import { issueStatement } from '../../server/statements/issue-statements.ts';
import { smallestCoin, toCash } from '../../src/domain/cash.ts';
import { dayIn } from '../../src/domain/dates.ts';
import { shiftDay } from '../../src/domain/day.ts';
import { filePaths } from '../../src/domain/file-paths.ts';
import { fromCents, toCents } from '../../src/domain/money.ts';
import { kindsOfLine, MONEY_LINES } from '../../src/domain/statements/money-lines.ts';
import { accountsOf, type JournalAccount } from '../../src/domain/statements/statement.ts';
import { endOfDay, startOfDay } from '../../src/domain/time-zone.ts';
import { asBatchPaid, asSparkasse } from '../support/bank-statements.ts';
import { courierDay, DELIVERED, fact } from '../support/courier-day.ts';
import { sendFile } from '../support/send-file.ts';
import { testServer } from '../support/vitest.ts';
import { bankAccountInput, withdrawalInput } from './procedure-table.ts';

const ACCOUNTS = 'shops=1510,revenue=3001,tax=2611,bank=1930,cod=2890,bills=1511,courier=1680,cash=1910,card=1580';

interface Brand {
  currency: string;
  zone: string;
  tax: string;
  /** `iban` is the shop’s. */
  own: { accountNumber: string; routingNumber: string };
  iban: string;
  fee: number;
  cod: [number, number];
  bill: number;
  /** The payer sends it, and a payout leaves this on the balance. */
  paid: number;
  books: 'sie' | 'datev' | 'csv';
  qr: string | undefined;
}

const BRANDS: Brand[] = [
  {
    currency: 'SEK',
    zone: 'Europe/Stockholm',
    tax: '2024-01-01 Moms 25',
    books: 'sie',
    qr: 'swish',
    own: { accountNumber: 'SE35 5000 0000 0549 1000 0003', routingNumber: 'ESSESESS' },
    iban: '5050-1055',
    fee: 59.9,
    cod: [499.5, 120],
    bill: 310,
    paid: 305,
  },
  {
    currency: 'CHF',
    zone: 'Europe/Zurich',
    tax: '2024-01-01 MWST 8.1',
    books: 'csv',
    qr: 'swiss',
    own: { accountNumber: 'CH93 0076 2011 6238 5295 7', routingNumber: 'none' },
    iban: 'LI21 0881 0000 2324 013A A',
    fee: 7.35,
    cod: [12.34, 80],
    bill: 42.05,
    paid: 42,
  },
  {
    currency: 'EUR',
    zone: 'Europe/Berlin',
    tax: '2024-01-01 USt 19',
    books: 'datev',
    qr: 'epc',
    own: { accountNumber: 'DE89 3704 0044 0532 0130 00', routingNumber: 'COBADEFFXXX' },
    iban: 'SE35 5000 0000 0549 1000 0003',
    fee: 5.9,
    cod: [49.99, 12.34],
    bill: 148.2,
    paid: 148,
  },
  {
    currency: 'JPY',
    zone: 'Asia/Tokyo',
    tax: '2024-01-01 消費税 10',
    books: 'csv',
    qr: undefined,
    own: { accountNumber: '1234567', routingNumber: '0001-001' },
    iban: '7654321',
    fee: 730,
    cod: [4_980, 3_000],
    bill: 2_200,
    paid: 2_100,
  },
];

it.each(BRANDS)('of a brand in $currency adds up everywhere', async (brand) => {
  const { currency, zone, fee, cod, bill, paid, iban } = brand;
  const server = await testServer({
    environment: {
      CURRENCY: currency,
      TIME_ZONE: zone,
      TAX_RATES: brand.tax,
      TAX_NUMBER: '556677-8899',
      SITE_ADDRESS: 'Bahnhofstrasse 1, 8001 Zürich',
      SWISH_NUMBER: '1237856901',
      DATEV_CLIENT: '29098/55003',
      JOURNAL_ACCOUNTS: `${ACCOUNTS},difference=3790,rounding=3740`,
      PAYOUT_CSV: 'Name=holder;Account=accountNumber;Amount=amount;Text=text;Reference=reference',
    },
  });
  const manager = await server.signInAs('manager');
  const accountant = await server.signedIn({ roles: ['accountant'] });
  const by = { as: accountant };
  const { newCourier, releasedRun, loadAndStart, visit, tell, deskRun } = courierDay(server, manager);
  const account = { ...bankAccountInput('North Parcels'), ...brand.own };
  await server.call('transactionAdmin.createFallbackBankAccount', account, { as: manager });
  const shop = await server.signedIn({ roles: ['shipper'] });
  await server.call('rateAdmin.setCod', { userId: shop.id, limit: 100_000 }, by);
  await server.inUnit((unit) =>
    insertRate(unit.tx, { userId: shop.id, maxGrams: 100_000, feeCents: toCents(fee), codFeeCents: toCents(10) }),
  );

  // Two parcels are paid in cash, as far as coins go, and the desk counts it.
  const courier = await newCourier();
  const parcels = cod.map((one, at) => ({
    cod: one,
    senderEmail: shop.email,
    payer: 'sender' as const,
    fee,
    shipTo: `Quay ${at}`,
  }));
  const run = await releasedRun(courier, parcels);
  const { tasks } = await loadAndStart(courier);
  const cash = cod.map((one) => toCash(one, smallestCoin(currency)));
  for (const [at, amount] of cash.entries())
    await visit(courier, tasks[at], DELIVERED, { payments: [{ taskId: tasks[at]?.id, method: 'cash', amount }] });
  await tell(courier, 'close', fact({ runId: run.id }));
  const seen = (await deskRun(run.id)).cash?.open;
  const counted = await server.call('runAdmin.countCash', { runId: run.id, seen, ...seen }, { as: manager });
  expect(counted.outcome, counted.body).toBe('ok');

  // A bill comes by bank, a little short, and so does the cash.
  const payer = await server.signedIn();
  const { trackingId } = await server.parcel({ receiverEmail: payer.email, fee: 0 });
  const billed = { userId: payer.id, trackingId, summary: 'Duty', amount: bill };
  const { id: billId } = (await server.call('billAdmin.addBill', billed, by)).data;
  const [shown] = (await server.call('bill.getBills', { trackingId }, { as: payer })).data;
  expect(shown?.payment?.qr?.kind).toBe(brand.qr);
  const inCurrency = (xml: string) => xml.replaceAll('"EUR"', `"${currency}"`).replaceAll('>EUR<', `>${currency}<`);
  const send = async (xml: string) =>
    sendFile(server, filePaths.bankStatements, inCurrency(xml), accountant, { 'content-type': 'application/xml' });
  const handedIn = fromCents(cash.reduce((sum, one) => sum + toCents(one), 0n));
  const reference = shown?.payment?.reference ?? '';
  await send(
    asSparkasse(
      { amount: String(paid), name: 'Payer', id: 'in-1', ref: reference },
      { amount: handedIn.toFixed(2), name: 'Cash', id: 'in-2' },
    ),
  );
  const entries = async () =>
    (await server.call('bankAdmin.getEntries', { page: 1, size: 100, all: true }, by)).data.data;
  const entryOf = async (amount: number) => (await entries()).find((one) => one.amount === amount)?.id;
  const assign = async (amount: number, to: object) =>
    expect((await server.call('bankAdmin.assign', { id: await entryOf(amount), to }, by)).body).toContain('waits');
  await assign(paid, { kind: 'bill', billId });
  await assign(handedIn, { kind: 'moved', from: 'cash' });

  // The shop withdraws a part, which leaves in a file and is on the bank’s next statement.
  const amount = Math.floor(cod[1] / 2);
  const asked = withdrawalInput({ amount, iban, holder: 'Shop AB', accountNumber: '7654321' });
  const withdrawn = await server.call('transaction.withdraw', asked, { as: shop.token });
  expect(withdrawn.outcome, withdrawn.body).toBe('ok');
  const made = await server.call('bankAdmin.createPayoutFile', undefined, by);
  expect(made.outcome, made.body).toBe('ok');
  await send(asBatchPaid(amount.toFixed(2), (made.data.id ?? '').replaceAll('-', '')));
  const booked = (await server.call('bankAdmin.book', { ids: [await entryOf(-amount)] }, by)).data;
  expect(booked).toEqual({ booked: 1, waits: 0, problems: [] });

  // The month is closed.
  await server.inUnit((unit) => issueStatement(unit, shop.id, shiftDay(dayIn(zone, new Date()), 1)));
  const today = dayIn(zone, new Date());
  const exported = await server.call('statementAdmin.createExports', { format: brand.books, day: today }, by);
  expect(exported.outcome, exported.body).toBe('ok');

  const sums = new Map<JournalAccount, bigint>();
  const kinds = new Map<string, bigint>();
  let rows = 0;
  const period = { from: startOfDay(today, zone), end: endOfDay(today, zone) };
  for await (const lines of readJournal(server.services.db, period))
    for (const { kind, cents } of lines) {
      const [gets, gives] = accountsOf(kind);
      sums.set(gets, (sums.get(gets) ?? 0n) + cents);
      sums.set(gives, (sums.get(gives) ?? 0n) - cents);
      kinds.set(kind, (kinds.get(kind) ?? 0n) + cents);
      rows += 1;
    }
  const at = (name: JournalAccount) => sums.get(name) ?? 0n;

  const atBank = (await entries()).reduce((sum, one) => sum + (one.state === 'booked' ? toCents(one.amount) : 0n), 0n);
  expect([at('bank'), (await entries()).every(({ state }) => state === 'booked')]).toEqual([atBank, true]);
  // Purses, the cash box and the bill are empty; what was short and rounded is a separate loss.
  expect([at('courier'), at('cash'), at('bills')]).toEqual([0n, 0n, 0n]);
  expect(at('difference')).toBe(toCents(bill) - toCents(paid));
  const rounding = cod.reduce((sum, one, which) => sum + toCents(one) - toCents(cash[which] ?? 0), 0n);
  expect(at('rounding')).toBe(rounding);
  const [{ total_cents: balance } = { total_cents: '0' }] = await server.query<{ total_cents: string }>(
    'select total_cents from balances where user_id = $1',
    [shop.id],
  );
  expect(-at('shops')).toBe(BigInt(balance));
  const [statement] = await server.query<{ closing_cents: string; taxes: { net: number; tax: number }[] }>(
    "select closing_cents, facts -> 'taxes' as taxes from statements where user_id = $1",
    [shop.id],
  );
  expect(BigInt(statement?.closing_cents ?? 0)).toBe(BigInt(balance));
  expect(BigInt(statement?.taxes[0]?.tax ?? 0)).toBe(-at('tax'));
  expect(at('cod')).toBe(0n);
  // The books have each row once.
  const reported = (await server.call('reports.getMoneyLines', { from: today, to: today }, by)).data;
  for (const { line, amount: said } of reported) {
    const { up, down } = MONEY_LINES[line];
    const sumOf = (some: readonly string[]) => some.reduce((sum, kind) => sum + (kinds.get(kind) ?? 0n), 0n);
    expect(toCents(said), line).toBe(sumOf(up) - sumOf(down));
  }
  const inReports = reported.flatMap(({ line }) => kindsOfLine(line)) as string[];
  expect([...kinds.keys()].filter((kind) => !inReports.includes(kind))).toEqual([]);
  const [{ count } = { count: 0 }] = await server.query<{ count: number }>(
    'select count(*)::int as count from book_export_lines',
  );
  expect(count).toBe(rows);
});
