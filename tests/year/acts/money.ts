/** What moves money: prices, fees, credits, statements, payouts, the bank’s files, and cash that is counted. */

import { issueStatements } from '../../../server/statements/issue-statements.ts';
import { shiftDay } from '../../../src/domain/day.ts';
import { filePaths } from '../../../src/domain/file-paths.ts';
import { STATEMENT_PERIODS } from '../../../src/domain/statements/periods.ts';
import { asBatchPaid, asSparkasse } from '../../support/bank-statements.ts';
import { sendFile } from '../../support/send-file.ts';
import type { Shop } from '../../support/shop.ts';
import type { Person } from '../../support/test-server.ts';
import { ibanOf } from '../new-world.ts';
import { type Act, ask, attempt, pickOf, today, type World } from '../world.ts';

/** Lets somebody who sees money do something to the account of a shop, which can be their own. */
const withAccount =
  (act: (world: World, of: { shop: Shop; as: Person }, drawn: number) => Promise<void>): Act =>
  async (world, which, drawn) => {
    const shop = pickOf(world.shops, which);
    const as = pickOf(world.accountants, drawn);
    if (shop && as) await act(world, { shop, as }, Math.floor(drawn / world.accountants.length));
  };

const accountantOf = (world: World, which: number): Person => pickOf(world.accountants, which) ?? world.manager;

async function transactionsOf(world: World, { shop, as }: { shop: Shop; as: Person }) {
  const answer = await ask(world, 'transactionAdmin.getUserTransactions', { userId: shop.id }, { as });
  return answer.outcome === 'ok' ? answer.data : [];
}

/** The payments in a file for the bank, as the bank reads it. */
const endToEndIdsIn = (file: string) => [...file.matchAll(/<EndToEndId>(\w+)<\/EndToEndId>/g)].map(([, id = '']) => id);

export const MONEY_ACTS: Record<string, Act> = {
  async 'a price changes'(world, which, drawn) {
    const shop = drawn % 3 === 0 ? undefined : pickOf(world.shops, which);
    const prices = { fee: 5 + (drawn % 7), returnFee: 4 + (drawn % 3), codFee: drawn % 4 };
    const { data } = await ask(world, 'rateAdmin.list', { userId: shop?.id ?? null }, { as: world.manager });
    const [rate] = data.filter(({ userId }) => userId === (shop?.id ?? null));
    const input = {
      ...(rate && { id: rate.id }),
      userId: shop?.id ?? null,
      maxGrams: 100_000,
      country: null,
      ...prices,
    };
    await attempt(world, 'rateAdmin.save', input, { as: accountantOf(world, drawn) });
  },
  'cash on delivery is allowed up to another sum': withAccount(async (world, { shop, as }, drawn) => {
    await attempt(world, 'rateAdmin.setCod', { userId: shop.id, limit: drawn % 5 === 0 ? null : 1_000 }, { as });
  }),
  'an accountant charges a fee': withAccount(async (world, { shop, as }, drawn) => {
    const input = { userId: shop.id, amount: 1 + (drawn % 40), summary: 'Storage', corrects: drawn % 5 === 0 };
    await attempt(world, 'transactionAdmin.chargeFee', input, { as });
  }),
  'an accountant enters a deposit': withAccount(async (world, { shop, as }, drawn) => {
    const input = { userId: shop.id, amount: 1 + (drawn % 200), summary: 'Paid in', corrects: drawn % 5 === 0 };
    await attempt(world, 'transactionAdmin.addDeposit', input, { as });
  }),
  'an accountant changes a transaction': withAccount(async (world, of, drawn) => {
    const one = pickOf(await transactionsOf(world, of), drawn);
    if (!one) return;
    const status = pickOf(['successful', 'failed', 'pending'] as const, drawn);
    const amount = drawn % 2 === 0 ? one.amount : 1 + (drawn % 50);
    await attempt(world, 'transactionAdmin.updateTransaction', { id: one.id, amount, status }, { as: of.as });
  }),
  'an accountant deletes a transaction': withAccount(async (world, of, drawn) => {
    const one = pickOf(await transactionsOf(world, of), drawn);
    if (one) await attempt(world, 'transactionAdmin.deleteTransaction', { id: one.id }, { as: of.as });
  }),
  'a second person decides': withAccount(async (world, of, drawn) => {
    const waiting = (await transactionsOf(world, of)).filter(({ proposal }) => proposal);
    const one = pickOf(waiting, drawn);
    if (!one?.proposal) return;
    const { amount, status } = one.proposal;
    const input = { id: one.id, agrees: drawn % 4 !== 0, amount, status };
    await attempt(world, 'transactionAdmin.decide', input, { as: of.as });
  }),
  'statements become due': async (world, _, drawn) => {
    const day = shiftDay(today(world), 1 + (drawn % 45));
    await issueStatements(world.server.services, day);
    world.log.push(`Statements as if it were ${day}`);
  },
  'a shop gets statements at other times': withAccount(async (world, { shop }, drawn) => {
    const input = { userId: shop.id, period: pickOf(STATEMENT_PERIODS, drawn) };
    await attempt(world, 'statementAdmin.setPeriod', input, { as: world.manager });
  }),
  'an accountant credits a statement': withAccount(async (world, { shop, as }, drawn) => {
    const listed = await ask(world, 'statementAdmin.list', { userId: shop.id }, { as });
    const one = listed.outcome === 'ok' && pickOf(listed.data, drawn);
    if (!one) return;
    const input = { id: one.id, amount: 1 + (drawn % 12), reason: 'Late' };
    await attempt(world, 'statementAdmin.credit', input, { as });
  }),
  'a shop withdraws money': withAccount(async (world, { shop }, drawn) => {
    const account = { accountNumber: '5012 3344', bankName: 'Harbour Bank', routingNumber: '021000021' };
    const to = {
      holder: 'Harbour Books',
      ...account,
      iban: ibanOf(shop.id),
      bankCode: 'HARBSESS',
      summary: 'To savings',
    };
    await attempt(world, 'transaction.withdraw', { amount: 1 + (drawn % 60), ...to }, { as: shop });
  }),
  async 'an accountant pays out what is due'(world, which) {
    const as = accountantOf(world, which);
    const due = await ask(world, 'statementAdmin.duePayouts', undefined, { as });
    const own =
      due.outcome === 'ok' ? due.data.payouts.filter(({ userId }) => world.shops.some(({ id }) => id === userId)) : [];
    const payouts = own.map(({ userId, amount }) => ({ userId, amount }));
    if (payouts.length > 0) await attempt(world, 'statementAdmin.payOut', { payouts }, { as });
  },
  async 'an accountant makes a file for the bank'(world, which) {
    const as = accountantOf(world, which);
    const made = await ask(world, 'bankAdmin.createPayoutFile', undefined, { as });
    const id = made.outcome === 'ok' ? made.data.id : null;
    if (!id) return;
    const file = await world.server.request({
      method: 'GET',
      url: filePaths.payoutFile(id),
      headers: { authorization: `Bearer ${as.token}` },
    });
    world.files.set(id, endToEndIdsIn(file.body));
  },
  async 'an accountant discards a file'(world, which, drawn) {
    const as = accountantOf(world, which);
    const id = pickOf([...world.files.keys()], drawn);
    if (!id) return;
    const answer = await ask(world, 'bankAdmin.discardPayoutFile', { id }, { as });
    if (answer.outcome === 'ok' && !answer.data.waits) world.files.delete(id);
  },
  async 'the bank sends what moved'(world, which, drawn) {
    const shop = pickOf(world.shops, which);
    if (!shop) return;
    const reference = (await ask(world, 'transaction.getPayment', undefined, { as: shop })).data.reference;
    const amount = String(1 + (drawn % 90));
    const paidIn = { amount, ref: reference, name: 'Payer', id: `in${drawn}` };
    const [fileId, ids = []] = pickOf([...world.files], drawn) ?? [];
    const rows = await world.server.query<{ id: string; cents: string }>(
      'select id, amount_cents as cents from transactions where id = any($1)',
      [ids],
    );
    const all = rows.reduce((sum, { cents }) => sum + Number(cents), 0);
    const [first] = rows;
    const paidOut = first && {
      amount: String(Number(first.cents) / 100),
      out: true as const,
      endToEnd: first.id.replaceAll('-', ''),
      id: first.id.slice(-12),
    };
    // In part, or all at once.
    const asBatch = fileId && drawn % 2 === 0 && asBatchPaid(String(all / 100), fileId.replaceAll('-', ''));
    const file = asBatch || asSparkasse(paidIn, ...(paidOut ? [paidOut] : []));
    const as = accountantOf(world, which);
    const answer = await sendFile(world.server, filePaths.bankStatements, file, as, {
      'content-type': 'application/xml',
    });
    world.log.push(`The bank’s file: ${answer.statusCode} ${answer.body}`);
  },
  async 'an accountant books what the bank sent'(world, which, drawn) {
    const as = accountantOf(world, which);
    const listed = await ask(world, 'bankAdmin.getEntries', { page: 1, size: 100 }, { as });
    const entries = listed.outcome === 'ok' ? listed.data.data : [];
    const ids = (drawn % 3 === 0 ? entries : entries.slice(0, 1)).map(({ id }) => id);
    if (ids.length > 0) await attempt(world, 'bankAdmin.book', { ids, toBalance: drawn % 2 === 0 }, { as });
  },
  async 'an accountant sets a payment aside'(world, which, drawn) {
    const as = accountantOf(world, which);
    const listed = await ask(world, 'bankAdmin.getEntries', { page: 1, size: 100, all: true }, { as });
    const one = listed.outcome === 'ok' && pickOf(listed.data.data, drawn);
    if (one) await attempt(world, 'bankAdmin.setAside', { id: one.id, aside: one.state === 'open' }, { as });
  },
  async 'somebody counts cash'(world, which, drawn) {
    const runId = pickOf(world.runs, which);
    if (!runId) return;
    const { cash } = (await world.server.call('runAdmin.get', { id: runId }, { as: world.manager })).data;
    const seen = cash?.open;
    const as = pickOf([world.manager, world.dispatcher, ...world.accountants, ...world.couriers], drawn);
    if (!seen || !as) return;
    const less = drawn % 3 === 0 ? { cash: Math.max(0, seen.cash - 1 - (drawn % 9)), reason: 'Less was there' } : {};
    await attempt(world, 'runAdmin.countCash', { runId, seen, ...seen, ...less }, { as });
  },
  async 'somebody is billed'(world, which, drawn) {
    const parcel = pickOf(world.parcels, which);
    if (!parcel?.shop) return;
    const input = { userId: parcel.shop.id, trackingId: parcel.trackingId, amount: 1 + (drawn % 30), summary: 'Duty' };
    await attempt(world, 'billAdmin.addBill', input, { as: accountantOf(world, drawn) });
  },
  'a bill is paid, reopened or deleted': withAccount(async (world, { shop, as }, drawn) => {
    const listed = await ask(world, 'billAdmin.getUserBills', { userId: shop.id }, { as });
    const one = listed.outcome === 'ok' && pickOf(listed.data, drawn);
    if (!one) return;
    if (drawn % 3 === 0) await attempt(world, 'billAdmin.deleteBill', { id: one.id }, { as });
    else await attempt(world, 'billAdmin.setBillPaid', { id: one.id, paid: !one.paidAt }, { as });
  }),
};
