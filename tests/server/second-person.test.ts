/** Nobody pays, credits, bills or rates themselves, and a large sum needs two people. */
import { describe, expect, it } from 'vitest';
import type { Person } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';
import { bankAccountInput, withdrawalInput } from './procedure-table.ts';

const server = await testServer({ environment: { SECOND_PERSON_ABOVE: '500' } });
const accountant = await server.signedIn({ roles: ['accountant'] });
const other = await server.signedIn({ roles: ['accountant'] });

const deposit = (person: Pick<Person, 'id'>, amount: number, as = accountant) =>
  server.call(
    'transactionAdmin.addDeposit',
    { userId: person.id, amount, summary: 'Refund', status: 'successful' },
    { as },
  );
const decide = (
  id: string,
  agrees: boolean,
  amount: number,
  as: Person,
  status: 'successful' | 'failed' = 'successful',
) => server.call('transactionAdmin.decide', { id, agrees, amount, status }, { as });
const balanceOf = async ({ id }: Pick<Person, 'id'>) =>
  (await server.call('transactionAdmin.getUserBalance', { userId: id }, { as: other })).data;
const newestOf = async ({ id }: Pick<Person, 'id'>, as: Person) =>
  (await server.call('transactionAdmin.getUserTransactions', { userId: id }, { as })).data[0];
const work = async (as: Person) =>
  (await server.call('deskAdmin.getWork', undefined, { as })).data.work.find(({ kind }) => kind === 'approvals');

describe('one’s own account', () => {
  it('is credited, billed, rated and given a bank account by others only', async () => {
    const id = accountant.id;
    const parcel = await server.parcel({ receiverEmail: accountant.email });
    const given = (await deposit(accountant, 20, other)).data.id;
    const billId = await server.bill(parcel, accountant);
    const before = await server.fingerprint();
    const money = { userId: id, amount: 5, summary: 'For me', status: 'successful' as const };
    const attempts = [
      server.call('transactionAdmin.addDeposit', money, { as: accountant }),
      server.call('transactionAdmin.chargeFee', money, { as: accountant }),
      server.call(
        'transactionAdmin.updateTransaction',
        { id: given, amount: 90, status: 'successful' },
        { as: accountant },
      ),
      server.call('transactionAdmin.deleteTransaction', { id: given }, { as: accountant }),
      server.call('billAdmin.setBillPaid', { id: billId, paid: true }, { as: accountant }),
      server.call('billAdmin.deleteBill', { id: billId }, { as: accountant }),
      server.call(
        'billAdmin.addBill',
        { userId: id, amount: 5, summary: 'Mine', trackingId: parcel.trackingId },
        { as: accountant },
      ),
      server.call('rateAdmin.save', { userId: id, maxGrams: 1000, fee: 0 }, { as: accountant }),
      server.call('transactionAdmin.createBankAccount', { userId: id, ...bankAccountInput() }, { as: accountant }),
    ];
    for (const attempt of attempts) {
      const { error } = await attempt;
      expect(error.message).toBe('This is your own account. Ask someone else to do it.');
    }
    expect(await server.fingerprint()).toEqual(before);
  });

  it('of a shop has its terms and statements set by others', async () => {
    const own = await server.signedIn({ roles: ['manager', 'shipper'] });
    const before = await server.fingerprint();
    const attempts = [
      server.call('statementAdmin.setPeriod', { userId: own.id, period: 'weekly', taxNumber: '' }, { as: own }),
      server.call('rateAdmin.setCod', { userId: own.id, limit: 500 }, { as: own }),
    ];
    for (const attempt of attempts)
      expect((await attempt).error.message).toBe('This is your own account. Ask someone else to do it.');
    expect(await server.fingerprint()).toEqual(before);
  });

  it('of a shop is priced by others, with the brand’s rates too', async () => {
    const both = await server.signedIn({ roles: ['accountant', 'shipper'] });
    const rate = { userId: null, maxGrams: 1000, fee: 5 };
    const { id } = (await server.call('rateAdmin.save', rate, { as: accountant })).data;
    const before = await server.fingerprint();
    const attempts = [
      server.call('rateAdmin.save', { ...rate, maxGrams: 2000 }, { as: both }),
      server.call('rateAdmin.save', { ...rate, id, fee: 0 }, { as: both }),
      server.call('rateAdmin.delete', { id }, { as: both }),
    ];
    for (const attempt of attempts) {
      expect((await attempt).error.message).toBe('These rates price your own parcels. Ask someone else to do it.');
    }
    expect(await server.fingerprint()).toEqual(before);
  });
});

describe('a sum over the one from settings', () => {
  it('is credited once somebody else approves it, and not before', async () => {
    const person = await server.person();
    const { id, waits } = (await deposit(person, 500.01)).data;
    expect(waits).toBe(true);
    expect(await balanceOf(person)).toEqual({ total: 0, available: 0 });
    expect(await work(other)).toMatchObject({ count: 1 });
    expect([
      (await newestOf(person, accountant))?.proposal?.mayDecide,
      (await newestOf(person, other))?.proposal,
    ]).toEqual([false, { amount: 500.01, status: 'successful', mayDecide: true }]);
    expect((await decide(id, true, 500.01, accountant)).error.message).toBe(
      'You entered this yourself. Someone else has to approve it.',
    );
    expect((await decide(id, true, 500, other)).outcome).toBe('CONFLICT');
    expect((await decide(id, true, 500.01, other)).outcome).toBe('ok');
    expect((await decide(id, true, 500.01, other)).outcome).toBe('CONFLICT');
    expect(await balanceOf(person)).toEqual({ total: 500.01, available: 500.01 });
    expect(await work(other)).toBeUndefined();
    const trail = await server.query(
      'select actor_id, procedure from audit_entries where entity_id = $1 order by created_at, id',
      [id],
    );
    expect(trail).toEqual([
      { actor_id: accountant.id, procedure: 'transactionAdmin.addDeposit' },
      { actor_id: other.id, procedure: 'transactionAdmin.decide' },
    ]);
  });

  it('fails if it is refused', async () => {
    const person = await server.person();
    const { id } = (await deposit(person, 900)).data;
    expect((await decide(id, false, 900, other)).outcome).toBe('ok');
    expect(await newestOf(person, other)).toMatchObject({ status: 'failed' });
    expect((await newestOf(person, other))?.proposal).toBeUndefined();
    expect(await balanceOf(person)).toEqual({ total: 0, available: 0 });
  });

  it('counts what the same person did for the account within a day', async () => {
    const person = await server.person();
    for (const amount of [300, 200, 0.01]) await deposit(person, amount);
    expect(await balanceOf(person)).toEqual({ total: 500, available: 500 });
    await deposit(person, 0.02, other);
    expect(await balanceOf(person)).toEqual({ total: 500.02, available: 500.02 });
  });

  it('is paid out, and corrected upwards, by two people', async () => {
    const person = await server.signedIn();
    await deposit(person, 400);
    const second = (await deposit(person, 400, other)).data.id;
    const more = { id: second, amount: 450, status: 'successful' as const };
    const update = (amount: number) =>
      server.call('transactionAdmin.updateTransaction', { ...more, amount }, { as: other });
    expect((await update(900)).data).toEqual({ ok: true, waits: true });
    expect((await balanceOf(person)).total).toBe(800);
    expect((await update(450)).data).toEqual({ ok: true });
    expect((await balanceOf(person)).total).toBe(850);
    const { id } = (await server.call('transaction.withdraw', withdrawalInput({ amount: 600 }), { as: person })).data;
    const pay = { id, amount: 600, status: 'successful' as const };
    await server.call('transactionAdmin.updateTransaction', pay, { as: accountant });
    expect(await balanceOf(person)).toEqual({ total: 850, available: 250 });
    expect((await decide(id, false, 600, other)).outcome).toBe('ok');
    expect(await newestOf(person, other)).toMatchObject({ status: 'pending' });
    await server.call('transactionAdmin.updateTransaction', pay, { as: accountant });
    expect((await decide(id, true, 600, other)).outcome).toBe('ok');
    expect(await balanceOf(person)).toEqual({ total: 250, available: 250 });
    expect((await server.call('transactionAdmin.deleteTransaction', { id }, { as: accountant })).error.message).toBe(
      'Set it to failed instead, so that a second person can approve it.',
    );
  });
});
