import { describe, expect, it } from 'vitest';
import type { ProcedureName } from '../support/contract.ts';
import { ownEverything } from '../support/own-everything.ts';
import type { Person } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';
import { bankAccountInput, withdrawalInput } from './procedure-table.ts';

const server = await testServer();
const manager = await server.signInAs('manager');
const NOBODY = '01939f2e-8a6c-7c3e-9d53-0f6a1b2c3d4e';

const asManager = <Name extends ProcedureName>(procedure: Name, input?: unknown) =>
  server.call(procedure, input, { as: manager });

const movement = (person: Person, amount: unknown, more: object = {}) => ({
  userId: person.id,
  amount,
  summary: 'Counter',
  ...more,
});
const deposit = async (person: Person, amount: number, more: object = {}) =>
  (await asManager('transactionAdmin.addDeposit', movement(person, amount, more))).data.id;
const withdraw = async (person: Person, amount: number) =>
  (await server.call('transaction.withdraw', withdrawalInput({ amount }), { as: person.token })).data.id;
const balanceOf = async (person: Person) =>
  (await asManager('transactionAdmin.getUserBalance', { userId: person.id })).data;
const transactionsOf = async (person: Person) =>
  (await asManager('transactionAdmin.getUserTransactions', { userId: person.id })).data;
const update = (id: string, amount: unknown, status: unknown, more: object = {}) =>
  asManager('transactionAdmin.updateTransaction', { id, amount, status, ...more });
const trailOf = (person: Pick<Person, 'id'>) =>
  server.query(
    `select procedure, actor_id, before, after from audit_entries
     where user_id = $1 and entity in ('transaction', 'bill', 'bank-account') order by created_at, id`,
    [person.id],
  );

describe('deposits and fees', () => {
  it('are successful by default, and visible to manager and customer alike', async () => {
    const person = await server.signedIn();
    await deposit(person, 120.5);
    await asManager('transactionAdmin.chargeFee', movement(person, 20, { summary: 'Storage' }));
    await asManager('transactionAdmin.chargeFee', movement(person, 10, { status: 'pending' }));
    await deposit(person, 99, { status: 'pending' });
    await deposit(person, 99, { status: 'failed' });
    expect(await balanceOf(person)).toEqual({ total: 100.5, available: 90.5 });
    const own = await server.call('transaction.getTransactions', undefined, { as: person.token });
    const seen = await transactionsOf(person);
    expect(seen.map(({ payout, ...transaction }) => transaction)).toEqual(own.data);
    expect(seen.at(-1)).toMatchObject({ type: 'deposit', amount: 120.5, status: 'successful', summary: 'Counter' });
    expect(seen.at(-2)).toMatchObject({ type: 'fee', amount: 20, status: 'successful', summary: 'Storage' });
  });
});

/** All pages, each after the last row of the one before. */
async function walk<Row extends { id: string }>(pageOf: (before?: string) => Promise<Row[]>): Promise<Row[][]> {
  const pages = [await pageOf()];
  while (pages.at(-1)?.length) pages.push(await pageOf(pages.at(-1)?.at(-1)?.id));
  return pages.slice(0, -1);
}

it('sends long lists in pages, each row once, and first what waits for a second person', async () => {
  const person = await server.signedIn();
  await ownEverything(server, person, 250, ['transactions', 'bills']);
  const proposal = { by: manager.id, amount: 500, status: 'successful', summary: '' };
  await server.query(
    'update transactions set proposal = $2 where id = (select id from transactions where user_id = $1 order by id limit 1)',
    [person.id, proposal],
  );
  const { id: userId } = person;
  const lists = [
    await walk(async (before) => (await server.call('transaction.getTransactions', { before }, { as: person })).data),
    await walk(async (before) => (await asManager('billAdmin.getUserBills', { userId, before })).data),
  ];
  for (const pages of lists) {
    expect(pages.map(({ length }) => length)).toEqual([100, 100, 50]);
    expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(250);
  }
  const managed = await walk(
    async (before) => (await asManager('transactionAdmin.getUserTransactions', { userId, before })).data,
  );
  expect(managed.map(({ length }) => length)).toEqual([101, 100, 49]);
  expect(managed.flat().findIndex((row) => row.proposal)).toBe(0);
});

it('has at most a hundred bills on a shipment', async () => {
  const person = await server.signedIn();
  const parcel = await server.parcel({ receiverEmail: person.email });
  const bill = { userId: person.id, amount: 1, summary: 'Duty', trackingId: parcel.trackingId };
  await server.query(
    `insert into bills (id, user_id, shipment_id, amount_cents, summary)
    select gen_random_uuid(), $1, $2, 100, 'Duty' from generate_series(1, 99)`,
    [person.id, parcel.id],
  );
  const asked = await Promise.all([1, 2, 3].map(() => asManager('billAdmin.addBill', bill)));
  expect(asked.map(({ outcome }) => outcome).toSorted()).toEqual(['PRECONDITION_FAILED', 'PRECONDITION_FAILED', 'ok']);
});

describe('a pending withdrawal', () => {
  it('shows a manager where to pay it, and is settled to successful or to failed', async () => {
    const person = await server.signedIn();
    await deposit(person, 100);
    const [paid, refused] = [await withdraw(person, 60), await withdraw(person, 40)];
    const { amount, summary, ...payout } = withdrawalInput();
    expect((await transactionsOf(person)).find(({ id }) => id === paid)).toMatchObject({ type: 'withdrawal', payout });
    expect((await update(paid, 60, 'successful')).outcome).toBe('ok');
    expect(await balanceOf(person)).toEqual({ total: 40, available: 0 });
    expect((await update(refused, 40, 'failed')).outcome).toBe('ok');
    expect(await balanceOf(person)).toEqual({ total: 40, available: 40 });
  });

  it('is named to managers, the oldest first, until it is settled or deleted', async () => {
    const toPay = async () => (await asManager('transactionAdmin.getPendingWithdrawals')).data;
    const before = (await toPay()).total;
    const person = await server.signedIn({ firstName: 'Wilma', lastName: 'Waits' });
    await deposit(person, 100);
    const ids = [await withdraw(person, 60), await withdraw(person, 25), await withdraw(person, 15)];
    const namedOf = async () => {
      const { total, oldest } = await toPay();
      return { more: total - before, own: oldest.filter(({ userId }) => userId === person.id) };
    };
    const own = [
      { id: ids[0], name: 'Wilma Waits', amount: 60 },
      { id: ids[1], amount: 25 },
      { id: ids[2], amount: 15 },
    ];
    expect(await namedOf()).toMatchObject({ more: 3, own });
    await update(ids[0] ?? '', 60, 'successful');
    await asManager('transactionAdmin.deleteTransaction', { id: ids[1] });
    expect(await namedOf()).toMatchObject({ more: 1, own: [{ id: ids[2] }] });
    await update(ids[2] ?? '', 15, 'failed');
    expect(await namedOf()).toEqual({ more: 0, own: [] });
  });

  it('is settled once by two managers who both see it pending, and the second gets its new status', async () => {
    const person = await server.signedIn();
    await deposit(person, 100);
    const id = await withdraw(person, 60);
    const seen = { baseAmount: 60, baseStatus: 'pending' };
    const responses = await Promise.all([update(id, 60, 'successful', seen), update(id, 60, 'failed', seen)]);
    expect(responses.map(({ outcome }) => outcome).toSorted()).toEqual(['CONFLICT', 'ok']);
    const settled = responses[0]?.outcome === 'ok' ? 'successful' : 'failed';
    expect(responses.find(({ outcome }) => outcome === 'CONFLICT')?.error.message).toBe(
      `Someone else changed this transaction. It is now $60.00, ${settled}.`,
    );
    expect((await transactionsOf(person))[0]).toMatchObject({ id, status: settled });
    expect((await update(id, 60, settled, seen)).outcome).toBe('ok');
    const other = await update(id, 50, settled, { baseAmount: 55, baseStatus: settled });
    expect(other.outcome).toBe('CONFLICT');
    expect((await asManager('transactionAdmin.deleteTransaction', { id, ...seen })).error.message).toBe(
      `Someone else changed this transaction. It is now $60.00, ${settled}.`,
    );
    expect((await transactionsOf(person))[0]).toMatchObject({ id, status: settled });
  });

  it('never makes the total negative: a fee since then leaves less to pay out', async () => {
    const person = await server.signedIn();
    await deposit(person, 100);
    const id = await withdraw(person, 80);
    await asManager('transactionAdmin.chargeFee', movement(person, 50));
    const answer = await update(id, 80, 'successful');
    expect(answer.error.data.fieldErrors).toEqual({ status: ['You can pay out up to $50.00.'] });
    expect(await balanceOf(person)).toEqual({ total: 50, available: -30 });
    expect((await update(id, 50, 'successful')).outcome).toBe('ok');
    expect(await balanceOf(person)).toEqual({ total: 0, available: 0 });
  });

  it('keeps its money reserved: no entry it needs can be deleted or changed', async () => {
    const person = await server.signedIn();
    const first = await deposit(person, 100);
    const pending = await withdraw(person, 80);
    const gone = await asManager('transactionAdmin.deleteTransaction', { id: first });
    expect(gone.outcome).toBe('PRECONDITION_FAILED');
    expect(gone.error.message).toBe('This would leave $0.00 for pending withdrawals of $80.00.');
    const sentence = (left: string) => `This would leave ${left} for pending withdrawals of $80.00.`;
    expect((await update(first, 79, 'successful')).error.data.fieldErrors).toEqual({ amount: [sentence('$79.00')] });
    expect((await update(first, 100, 'failed')).error.data.fieldErrors).toEqual({ status: [sentence('$0.00')] });
    expect((await update(pending, 100.01, 'pending')).error.data.fieldErrors).toEqual({
      amount: ['This would leave $100.00 for pending withdrawals of $100.01.'],
    });
    expect(await balanceOf(person)).toEqual({ total: 100, available: 20 });
    expect((await update(first, 80, 'successful')).outcome).toBe('ok');
    expect(await balanceOf(person)).toEqual({ total: 80, available: 0 });
    expect((await asManager('transactionAdmin.deleteTransaction', { id: pending })).outcome).toBe('ok');
    expect((await asManager('transactionAdmin.deleteTransaction', { id: first })).outcome).toBe('ok');
    expect(await balanceOf(person)).toEqual({ total: 0, available: 0 });
    expect(await transactionsOf(person)).toEqual([]);
  });
});

describe('a transaction', () => {
  it('is reworded without a movement in the ledger, and left alone if nothing differs', async () => {
    const person = await server.signedIn();
    const id = await deposit(person, 30);
    const entries = () => server.query('select id from ledger_entries where user_id = $1', [person.id]);
    await update(id, 30, 'successful', { summary: 'Reworded' });
    expect((await transactionsOf(person))[0]).toMatchObject({ summary: 'Reworded', amount: 30 });
    await update(id, 30, 'successful');
    expect(await entries()).toHaveLength(1);
    expect(await trailOf(person)).toMatchObject([
      { procedure: 'transactionAdmin.addDeposit', before: null, after: { amountCents: '3000', type: 'deposit' } },
      { before: { summary: 'Counter' }, after: { summary: 'Reworded' } },
    ]);
  });

  it('that was deleted cannot be changed or deleted again', async () => {
    const person = await server.signedIn();
    const id = await deposit(person, 30);
    await asManager('transactionAdmin.deleteTransaction', { id });
    const before = await server.fingerprint();
    for (const stale of [id, NOBODY]) {
      const responses = [
        await update(stale, 30, 'failed'),
        await asManager('transactionAdmin.deleteTransaction', { id: stale }),
      ];
      for (const { outcome, error } of responses)
        expect([outcome, error.message]).toEqual(['NOT_FOUND', 'This transaction no longer exists.']);
    }
    expect(await server.fingerprint()).toEqual(before);
  });
});

it('the account of an unknown or deleted person is neither shown nor changed', async () => {
  const person = await server.signedIn();
  const parcel = await server.parcel({ receiverEmail: person.email });
  await server.query('update users set deleted_at = now() where id = $1', [person.id]);
  const before = await server.fingerprint();
  for (const userId of [person.id, NOBODY]) {
    const money = { userId, amount: 5, summary: 'For nobody' };
    const responses = [
      await asManager('transactionAdmin.getUserTransactions', { userId }),
      await asManager('transactionAdmin.getUserBalance', { userId }),
      await asManager('transactionAdmin.getUserBankAccount', { userId }),
      await asManager('billAdmin.getUserBills', { userId }),
      await asManager('transactionAdmin.addDeposit', money),
      await asManager('transactionAdmin.chargeFee', money),
      await asManager('transactionAdmin.createBankAccount', { userId, ...bankAccountInput() }),
      await asManager('billAdmin.addBill', { ...money, trackingId: parcel.trackingId }),
    ];
    for (const { outcome, error } of responses)
      expect([outcome, error.message]).toEqual(['NOT_FOUND', 'This user no longer exists.']);
  }
  expect(await server.fingerprint()).toEqual(before);
});

describe('bank accounts', () => {
  const special = (person: Person, name?: string) => ({ userId: person.id, ...bankAccountInput(name) });
  const shownTo = async (person: Person) =>
    (await server.call('transaction.getBankAccount', undefined, { as: person.token })).data;

  it('saving creates a special account when none exists, otherwise updates it', async () => {
    const person = await server.signedIn();
    const { id } = (await asManager('transactionAdmin.createBankAccount', special(person, 'First'))).data;
    const again = await asManager('transactionAdmin.createBankAccount', special(person, 'Second'));
    expect(again.data.id).toBe(id);
    const account = { ...bankAccountInput('Second'), id, userId: person.id, fallback: false };
    expect((await asManager('transactionAdmin.getUserBankAccount', { userId: person.id })).data).toEqual(account);
    expect(await shownTo(person)).toEqual(account);
    await asManager('transactionAdmin.updateBankAccount', { id, ...bankAccountInput('Third') });
    expect(await shownTo(person)).toMatchObject({ id, accountName: 'Third' });
    expect(await trailOf(person)).toMatchObject([
      { procedure: 'transactionAdmin.createBankAccount', before: null, after: bankAccountInput('First') },
      { before: { accountName: 'First' }, after: { accountName: 'Second' } },
      { procedure: 'transactionAdmin.updateBankAccount', before: { accountName: 'Second' } },
    ]);
  });

  it('keep what another manager has changed since, and are a conflict where both changed the same', async () => {
    const person = await server.signedIn();
    const base = bankAccountInput('First');
    const { id } = (await asManager('transactionAdmin.createBankAccount', special(person, 'First'))).data;
    const update = (changes: object, more: object = {}) =>
      asManager('transactionAdmin.updateBankAccount', { id, ...base, ...changes, ...more });
    await update({ accountNumber: '77 88' });
    expect((await update({ accountName: 'Second' }, { base })).outcome).toBe('ok');
    expect(await shownTo(person)).toMatchObject({ accountName: 'Second', accountNumber: '77 88' });
    const answer = await update({ accountNumber: '99' }, { base });
    const changed = { accountNumber: ['Someone else changed this to “77 88”. Save again to replace it.'] };
    expect([answer.status, answer.error.data.fieldErrors]).toEqual([409, changed]);
    expect(await shownTo(person)).toMatchObject({ accountName: 'Second', accountNumber: '77 88' });
  });

  it('that two managers add at the same time are a conflict for the second', async () => {
    const person = await server.signedIn();
    const base = { accountName: '', bankName: '', accountNumber: '', routingNumber: '' };
    const add = (name: string) => asManager('transactionAdmin.createBankAccount', { ...special(person, name), base });
    expect((await add('First')).outcome).toBe('ok');
    const second = await add('Second');
    const changed = { accountName: ['Someone else changed this to “First”. Save again to replace it.'] };
    expect([second.status, second.error.data.fieldErrors]).toEqual([409, changed]);
    expect(await shownTo(person)).toMatchObject({ accountName: 'First' });
  });

  it('are one per person and one general, however many save at the same time', async () => {
    const person = await server.signedIn();
    const names = Array.from({ length: 10 }, (_, index) => `Name ${index}`);
    const responses = await Promise.all(
      names.flatMap((name) => [
        asManager('transactionAdmin.createBankAccount', special(person, name)),
        asManager('transactionAdmin.createFallbackBankAccount', bankAccountInput(name)),
      ]),
    );
    expect(new Set(responses.map(({ data }) => data.id)).size).toBe(2);
    const [counted] = await server.query(
      'select count(*)::int as count from bank_accounts where deleted_at is null and (fallback or user_id = $1)',
      [person.id],
    );
    expect(counted).toEqual({ count: 2 });
  });

  it('show the general one to users without a special one, and none if there is none', async () => {
    const [person, other] = [await server.signedIn(), await server.signedIn()];
    const general = await asManager('transactionAdmin.createFallbackBankAccount', bankAccountInput('General'));
    const { id } = (await asManager('transactionAdmin.createBankAccount', special(person, 'Special'))).data;
    expect(await shownTo(person)).toMatchObject({ accountName: 'Special', fallback: false });
    expect(await shownTo(other)).toMatchObject({ accountName: 'General', fallback: true, userId: null });
    await asManager('transactionAdmin.deleteBankAccount', { id });
    expect(await shownTo(person)).toMatchObject({ accountName: 'General', fallback: true });
    const fallback = await asManager('transactionAdmin.getFallbackBankAccount');
    expect(fallback.data).toMatchObject({ ...bankAccountInput('General'), id: general.data.id });
    await asManager('transactionAdmin.updateBankAccount', { id: general.data.id, ...bankAccountInput('Renamed') });
    expect(await shownTo(other)).toMatchObject({ accountName: 'Renamed' });
    await asManager('transactionAdmin.deleteBankAccount', { id: general.data.id });
    expect(await shownTo(person)).toBeNull();
    expect((await asManager('transactionAdmin.getFallbackBankAccount')).data).toBeNull();
    for (const stale of [id, general.data.id, NOBODY]) {
      const responses = [
        await asManager('transactionAdmin.updateBankAccount', { id: stale, ...bankAccountInput() }),
        await asManager('transactionAdmin.deleteBankAccount', { id: stale }),
      ];
      for (const { outcome, error } of responses)
        expect([outcome, error.message]).toEqual(['NOT_FOUND', 'This bank account no longer exists.']);
    }
  });
});

describe('bills', () => {
  const bill = (person: Person, trackingId: string, more: object = {}) =>
    asManager('billAdmin.addBill', { userId: person.id, amount: 148.2, summary: 'Import duty', trackingId, ...more });

  it("are created for a person's shipment, emailed to them only, shown and deleted", async () => {
    const person = await server.signedIn();
    const parcel = await server.parcel({ receiverEmail: person.email, senderEmail: 'sender.of.bill@example.com' });
    const typed = `<https://parcels.example/track/${parcel.trackingId.toLowerCase().replace(/(....)(?=.)/g, '$1-')}>.`;
    const { id } = (await bill(person, typed)).data;
    const listed = await asManager('billAdmin.getUserBills', { userId: person.id });
    const made = { id, amount: 148.2, summary: 'Import duty', trackingId: parcel.trackingId };
    expect(listed.data).toMatchObject([made]);
    const shown = () =>
      server.call('bill.getBills', { trackingId: parcel.trackingId }, { as: person.token }).then(({ data }) => data);
    expect(await shown()).toMatchObject([made]);
    const mails = await server.query(
      "select receiver, about from mails where kind = 'payment-required' and about ->> 'billId' = $1",
      [id],
    );
    expect(mails).toEqual([{ receiver: person.email, about: { billId: id } }]);
    expect((await asManager('billAdmin.deleteBill', { id })).outcome).toBe('ok');
    expect(await shown()).toEqual([]);
    expect((await asManager('billAdmin.getUserBills', { userId: person.id })).data).toEqual([]);
    const again = await asManager('billAdmin.deleteBill', { id });
    expect([again.outcome, again.error.message]).toEqual(['NOT_FOUND', 'This bill no longer exists.']);
    expect(await trailOf(person)).toMatchObject([
      { procedure: 'billAdmin.addBill', actor_id: manager.id, after: { trackingId: parcel.trackingId } },
      { procedure: 'billAdmin.deleteBill', before: { amountCents: '14820' }, after: null },
    ]);
  });

  it('that are paid stay with the day, are not asked for, and can be opened again', async () => {
    const person = await server.signedIn();
    const parcel = await server.parcel({ receiverEmail: person.email });
    const { id } = (await bill(person, parcel.trackingId)).data;
    const asked = async () =>
      (await server.call('bill.getBills', { trackingId: parcel.trackingId }, { as: person.token })).data;
    const paidAt = async () =>
      (await asManager('billAdmin.getUserBills', { userId: person.id })).data.map(({ paidAt }) => paidAt);
    for (const _again of [1, 2])
      expect((await asManager('billAdmin.setBillPaid', { id, paid: true })).outcome).toBe('ok');
    expect(await paidAt()).toEqual([expect.stringMatching(/^\d{4}-.*Z$/)]);
    expect(await asked()).toEqual([]);
    const before = await server.fingerprint();
    expect((await asManager('billAdmin.deleteBill', { id })).error.message).toContain('so it stays');
    expect(await server.fingerprint()).toEqual(before);
    await asManager('billAdmin.setBillPaid', { id, paid: false });
    expect(await paidAt()).toEqual([null]);
    expect(await asked()).toMatchObject([{ id }]);
    const gone = await asManager('billAdmin.setBillPaid', { id: NOBODY, paid: true });
    expect([gone.outcome, gone.error.message]).toEqual(['NOT_FOUND', 'This bill no longer exists.']);
    expect((await trailOf(person)).slice(1)).toMatchObject([
      { procedure: 'billAdmin.setBillPaid', before: { paid: false }, after: { paid: true } },
      { procedure: 'billAdmin.setBillPaid', before: { paid: true }, after: { paid: false } },
    ]);
  });

  it('are on the page of their shipment with their payer, even if deleted or unlinked', async () => {
    const [first, second] = [await server.signedIn({ firstName: 'Ada', lastName: 'King' }), await server.signedIn()];
    const parcel = await server.parcel({ receiverEmail: first.email, senderEmail: second.email });
    const ofFirst = (await bill(first, parcel.trackingId)).data.id;
    const ofSecond = (await bill(second, parcel.trackingId)).data.id;
    const shown = async () => {
      const { data } = await asManager('billAdmin.getShipmentBills', { shipmentId: parcel.id });
      return data.map(({ id, payer }) => [id, payer]);
    };
    await asManager('userAdmin.deleteUser', { id: second.id });
    const unlinking = { id: parcel.id, party: 'receiver', from: first.id, email: null };
    expect((await asManager('shipmentAdmin.changeAccount', unlinking)).outcome).toBe('ok');
    expect(await shown()).toEqual([
      [ofSecond, { id: second.id, name: '' }],
      [ofFirst, { id: first.id, name: 'Ada King' }],
    ]);
    expect((await asManager('billAdmin.deleteBill', { id: ofSecond })).outcome).toBe('ok');
    expect(await shown()).toEqual([[ofFirst, { id: first.id, name: 'Ada King' }]]);
    expect((await asManager('billAdmin.getShipmentBills', { shipmentId: NOBODY })).outcome).toBe('NOT_FOUND');
  });

  it("are closed with their shipment, which the person's history shows", async () => {
    const person = await server.signedIn();
    const parcel = await server.parcel({ receiverEmail: person.email });
    const kept = await server.parcel({ receiverEmail: person.email });
    const closed = (await bill(person, parcel.trackingId)).data.id;
    const open = (await bill(person, kept.trackingId)).data.id;
    await asManager('shipmentAdmin.deleteShipment', { id: parcel.id });
    const left = (await asManager('billAdmin.getUserBills', { userId: person.id })).data;
    expect(left.map(({ id }) => id)).toEqual([open]);
    expect((await asManager('billAdmin.deleteBill', { id: closed })).outcome).toBe('NOT_FOUND');
    expect((await asManager('billAdmin.getShipmentBills', { shipmentId: parcel.id })).outcome).toBe('NOT_FOUND');
    expect((await trailOf(person)).at(-1)).toMatchObject({
      procedure: 'shipmentAdmin.deleteShipment',
      before: { amountCents: '14820', summary: 'Import duty', trackingId: parcel.trackingId },
      after: null,
    });
  });

  it("are rejected at the field for a shipment that is someone else's or does not exist", async () => {
    const person = await server.signedIn();
    const [others, deleted] = [await server.parcel(), await server.parcel({ senderEmail: person.email })];
    await asManager('shipmentAdmin.deleteShipment', { id: deleted.id });
    const before = await server.fingerprint();
    for (const trackingId of [others.trackingId, deleted.trackingId, 'W48207K159XQ', 'nonsense', '%']) {
      const answer = await bill(person, trackingId);
      expect(answer.error.data.fieldErrors).toEqual({
        trackingId: ['This user has no shipment with this tracking ID.'],
      });
    }
    expect(await server.fingerprint()).toEqual(before);
  });
});
