/** Somebody assigns what the bank has booked without a known reference. */
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { filePaths } from '../../src/domain/file-paths.ts';
import { asBatchPaid, asSparkasse } from '../support/bank-statements.ts';
import { sendFile } from '../support/send-file.ts';
import type { Person } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';
import { bankAccountInput, withdrawalInput } from './procedure-table.ts';

const server = await testServer({ environment: { CURRENCY: 'EUR', SECOND_PERSON_ABOVE: '500' } });
const accountant = await server.signedIn({ roles: ['accountant'] });
const manager = await server.signInAs('manager');
const by = { as: accountant };
const account = { ...bankAccountInput('North Parcels'), accountNumber: 'DE89 3704 0044 0532 0130 00' };
await server.call('transactionAdmin.createFallbackBankAccount', account, { as: manager });

async function billed(amount: number, person?: Person) {
  const name = crypto.randomUUID().slice(0, 8);
  const payer = person ?? (await server.signedIn({ firstName: 'Wiebke', lastName: name }));
  const parcel = await server.parcel({ receiverEmail: payer.email });
  const input = { userId: payer.id, amount, summary: 'Import duty', trackingId: parcel.trackingId };
  const { id } = (await server.call('billAdmin.addBill', input, by)).data;
  return { person: payer, name, parcel, id };
}
const billOf = async (person: Person) =>
  (await server.call('billAdmin.getUserBills', { userId: person.id }, by)).data.map(({ paidAt }) => paidAt !== null);
const referenceOf = async (billId: string) =>
  (
    await server.query<{ reference: string }>('select reference from payment_references where bill_id = $1', [billId])
  )[0]?.reference ?? '';
const balanceOf = async (person: Person) =>
  (await server.call('transactionAdmin.getUserBalance', { userId: person.id }, by)).data.total;

const send = async (file: string) =>
  (await sendFile(server, filePaths.bankStatements, file, accountant, { 'content-type': 'application/xml' })).json();
const entries = async () =>
  (await server.call('bankAdmin.getEntries', { page: 1, size: 100, all: true }, by)).data.data;
const entryOf = async (name: string) => (await entries()).find((entry) => entry.name === name) ?? expect.fail(name);
async function received(amount: number, more: object = {}) {
  const name = crypto.randomUUID();
  await send(asSparkasse({ amount: amount.toFixed(2), id: name.slice(0, 16), name, ...more }));
  return entryOf(name);
}
const assign = (id: string, to: object) => server.call('bankAdmin.assign', { id, to }, by);
const choices = async (id: string, q: string) => (await server.call('bankAdmin.getChoices', { id, q }, by)).data;
const journal = async () => {
  const day = new Date().toISOString().slice(0, 10);
  const url = filePaths.journalFile({ from: day, until: day });
  const { body } = await server.request({
    method: 'GET',
    url,
    headers: { authorization: `Bearer ${accountant.token}` },
  });
  return body.replaceAll('\r', '').split('\n');
};

describe('a payment without a reference', () => {
  it('is found for whom it may be, by name, email or parcel, and pays a bill', async () => {
    const { person, name, parcel, id } = await billed(148.2);
    const entry = await received(148.2);
    for (const q of [name, person.email, parcel.trackingId])
      expect((await choices(entry.id, q)).people, q).toMatchObject([
        { id: person.id, bills: [{ id, amount: 148.2, trackingId: parcel.trackingId }] },
      ]);
    expect(await assign(entry.id, { kind: 'bill', billId: id })).toMatchObject({ data: { waits: false } });
    expect([await billOf(person), (await entryOf(entry.name)).state]).toEqual([[true], 'booked']);
    expect((await assign(entry.id, { kind: 'bill', billId: id })).outcome).toBe('CONFLICT');
  });

  it('adds to a balance, and waits where two people have to agree', async () => {
    const { person } = await billed(5);
    const entry = await received(40);
    expect((await assign(entry.id, { kind: 'account', userId: person.id })).data).toEqual({ waits: false });
    expect(await balanceOf(person)).toBe(40);
    const large = await received(5_000);
    expect((await assign(large.id, { kind: 'account', userId: person.id })).data).toEqual({ waits: true });
    expect(await balanceOf(person)).toBe(40);
  });

  it('is guessed from the account that paid before, and never booked with the others', async () => {
    const { person } = await billed(20);
    const from = { account: 'DE02120300000000202051' };
    await assign((await received(3, from)).id, { kind: 'account', userId: person.id });
    const next = await received(20, from);
    expect(next.match).toMatchObject({ kind: 'bill', guess: true, user: { id: person.id }, problem: null });
    const book = async (more: object = {}) =>
      (await server.call('bankAdmin.book', { ids: [next.id], ...more }, by)).data.booked;
    expect([await book(), await book({ another: true }), await billOf(person)]).toEqual([0, 1, [true]]);
    // Once it has paid for somebody else, too, it says nothing.
    await assign((await received(4, from)).id, { kind: 'account', userId: (await billed(1)).person.id });
    expect((await received(7, from)).match).toBeNull();
  });

  it('which is a little short pays its bill, and the journal has what was let go', async () => {
    const { person, id } = await billed(80);
    const entry = await received(79.6);
    await assign(entry.id, { kind: 'bill', billId: id });
    expect(await billOf(person)).toEqual([true]);
    const rows = (await journal()).filter((row) => row.includes(person.email));
    expect(rows.filter((row) => row.includes('difference'))).toEqual([expect.stringContaining('0.4')]);
    const sums = [2, 3].map((at) => rows.reduce((sum, row) => sum + Number(row.split(',')[at + 1] || 0), 0));
    expect(sums[0]).toBeCloseTo(sums[1] ?? 0, 6);
    const short = {
      amount: '79.60',
      out: true,
      ref: await referenceOf(id),
      id: crypto.randomUUID().slice(0, 16),
    } as const;
    await send(asSparkasse({ ...short, name: 'Ada Lovelace' }).replace('</Sts>', '</Sts><RvslInd>true</RvslInd>'));
    const back = (await entries()).find(({ amount }) => amount === -79.6) ?? expect.fail('no entry');
    expect(back.match).toMatchObject({ kind: 'bill-returned', problem: null });
    await server.call('bankAdmin.book', { ids: [back.id] }, by);
    expect(await billOf(person)).toEqual([false]);
    const after = (await journal()).filter((row) => row.includes(person.email));
    expect(after.filter((row) => row.includes('difference')).length).toBe(2);
  });

  it('which is far too short pays no bill, and what is over goes to the balance', async () => {
    const { person, id } = await billed(80);
    const short = await assign((await received(60)).id, { kind: 'bill', billId: id });
    expect([short.outcome, short.body]).toEqual([
      'PRECONDITION_FAILED',
      expect.stringContaining('The bill is for €80.00.'),
    ]);
    await assign((await received(95)).id, { kind: 'bill', billId: id });
    expect([await billOf(person), await balanceOf(person)]).toEqual([[true], 15]);
  });

  it('may be cash from couriers, which moves to the bank, and back if that was a mistake', async () => {
    const entry = await received(310.5);
    await assign(entry.id, { kind: 'moved', from: 'cash' });
    expect(await entryOf(entry.name)).toMatchObject({ state: 'booked', moved: 'cash' });
    const moved = async () => (await journal()).filter((row) => row.includes(entry.name));
    expect(await moved()).toEqual([expect.stringMatching(/,cash,,310\.5/), expect.stringMatching(/,bank,310\.5/)]);
    await server.call('bankAdmin.setAside', { id: entry.id, aside: false }, by);
    expect((await entries()).find(({ id }) => id === entry.id)?.state).toBe('open');
    expect((await moved()).length).toBe(4);
  });
});

describe('payouts', () => {
  async function asked(amount: number) {
    const person = await server.signedIn();
    const deposit = { userId: person.id, amount, summary: 'Collected' };
    await server.call('transactionAdmin.addDeposit', deposit, { as: manager });
    const input = withdrawalInput({ amount, iban: 'SE35 5000 0000 0549 1000 0003' });
    return { person, id: (await server.call('transaction.withdraw', input, { as: person.token })).data.id };
  }
  const statusOf = async (id: string) =>
    (await server.query<{ status: string }>('select status from transactions where id = $1', [id]))[0]?.status;
  const makeFile = async () => (await server.call('bankAdmin.createPayoutFile', undefined, by)).data.id ?? '';

  it('which a bank paid but for one are booked by naming which, and that one fails', async () => {
    const [one, refused, third] = [await asked(20), await asked(7.04), await asked(28.04)];
    const file = (await makeFile()).replaceAll('-', '');
    const written = await readFile(
      new URL('bank-files/c22-batch-without-the-refused-one.xml', import.meta.url),
      'utf8',
    );
    await send(written.replace(/(?<=<PmtInfId>)\w+/, file));
    const entry = (await entries()).find(({ amount }) => amount === -48.04) ?? expect.fail('no entry');
    expect(entry.match).toMatchObject({ kind: 'payout-file', problem: 'It is for €55.08.' });
    expect((await choices(entry.id, '')).payouts.map(({ amount }) => amount)).toEqual([20, 7.04, 28.04]);
    expect((await assign(entry.id, { kind: 'payouts', failed: [one.id] })).outcome).toBe('PRECONDITION_FAILED');
    expect((await assign(entry.id, { kind: 'payouts', failed: [refused.id] })).data).toEqual({ waits: false });
    expect([await statusOf(one.id), await statusOf(refused.id), await statusOf(third.id)]).toEqual([
      ...['successful', 'failed', 'successful'],
    ]);
    expect(await balanceOf(refused.person)).toBe(7.04);
  });

  it('in a file fail alone only if the bank refused them and a second person agrees', async () => {
    const [one, other] = [await asked(11), await asked(13)];
    const file = await makeFile();
    const fail = (more: object) => {
      const input = { id: one.id, amount: 11, status: 'failed', ...more };
      return server.call('transactionAdmin.updateTransaction', input, by);
    };
    expect((await fail({})).body).toContain('The bank may still pay this');
    expect((await fail({ isRefused: true })).data).toMatchObject({ waits: true });
    expect(await statusOf(one.id)).toBe('pending');
    const agreed = { id: one.id, agrees: true, amount: 11, status: 'failed' };
    await server.call('transactionAdmin.decide', agreed, { as: manager });
    expect([await statusOf(one.id), await balanceOf(one.person)]).toEqual(['failed', 11]);
    await send(asBatchPaid('13.00', file.replaceAll('-', '')));
    const entry = (await entries()).find(({ amount }) => amount === -13) ?? expect.fail('no entry');
    expect(entry.match).toMatchObject({ kind: 'payout-file', problem: null });
    await server.call('bankAdmin.book', { ids: [entry.id] }, by);
    expect(await statusOf(other.id)).toBe('successful');
  });

  it('that are paid here already are not said to be left out of a file', async () => {
    const [one] = [await asked(17), await asked(19)];
    const file = await makeFile();
    const paid = { id: one.id, amount: 17, status: 'successful' };
    expect((await server.call('transactionAdmin.updateTransaction', paid, by)).outcome).toBe('ok');
    await send(asBatchPaid('19.00', file.replaceAll('-', '')));
    const entry = (await entries()).find(({ amount }) => amount === -19) ?? expect.fail('no entry');
    const refused = await assign(entry.id, { kind: 'payouts', failed: [one.id] });
    expect([refused.outcome, refused.body]).toEqual([
      'PRECONDITION_FAILED',
      expect.stringContaining('paid here already'),
    ]);
    expect((await entries()).find(({ id }) => id === entry.id)?.state).toBe('open');
  });
});

it('all of it is in the next export of the books, each entry once', async () => {
  const day = new Date().toISOString().slice(0, 10);
  const rows = (await journal()).filter(Boolean).slice(1);
  expect(rows.some((row) => row.includes('difference'))).toBe(true);
  const made = await server.call('statementAdmin.createExports', { format: 'csv', day }, by);
  expect(made.outcome, made.body).toBe('ok');
  const [file] = (await server.call('statementAdmin.exports', undefined, by)).data;
  expect(2 * ((file?.lastVoucher ?? 0) - (file?.firstVoucher ?? 0) + 1)).toBe(rows.length);
});
