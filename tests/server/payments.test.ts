import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { tidyProofs } from '../../server/runs/proofs/erase-proofs.ts';
import { filePaths } from '../../src/domain/file-paths.ts';
import { isPaymentReference } from '../../src/domain/payment-reference.ts';
import { asBatchPaid, asNordeaBatch, asRabobank, asSparkasse } from '../support/bank-statements.ts';
import { lockRow } from '../support/row-locks.ts';
import { sendFile } from '../support/send-file.ts';
import type { Person } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';
import { bankAccountInput, withdrawalInput } from './procedure-table.ts';

const PAYMENT_URL = 'https://pay.example/{reference}?amount={amount}';
const server = await testServer({ environment: { CURRENCY: 'EUR', PAYMENT_URL } });
const accountant = await server.signedIn({ roles: ['accountant'] });
const manager = await server.signInAs('manager');

const iban = 'DE89 3704 0044 0532 0130 00';
await server.call(
  'transactionAdmin.createFallbackBankAccount',
  { ...bankAccountInput('North Parcels'), accountNumber: iban },
  { as: manager },
);

async function billed(amount: number) {
  const person = await server.signedIn();
  const parcel = await server.parcel({ receiverEmail: person.email });
  const input = { userId: person.id, amount, summary: 'Import duty', trackingId: parcel.trackingId };
  const { id } = (await server.call('billAdmin.addBill', input, { as: accountant })).data;
  const shown = await server.call('bill.getBills', { trackingId: parcel.trackingId }, { as: person.token });
  const payment = shown.data[0]?.payment ?? expect.fail(shown.body);
  return { person, parcel, id, payment, reference: payment.reference };
}

it('gives each bill and each account a reference, by which it is paid', async () => {
  const { person, parcel, id, payment } = await billed(148.2);
  expect(isPaymentReference(payment.reference)).toBe(true);
  expect(payment).toMatchObject({
    amount: 148.2,
    link: `https://pay.example/${payment.reference}?amount=148.20`,
    isIban: true,
    account: { accountName: 'North Parcels', accountNumber: iban },
  });
  expect(payment.qr?.text).toContain(`North Parcels\nDE89370400440532013000\nEUR148.20\n\n${payment.reference}`);
  const own = async () => (await server.call('transaction.getPayment', undefined, { as: person.token })).data;
  expect(isPaymentReference((await own()).reference)).toBe(true);
  expect((await own()).reference).not.toBe(payment.reference);
  expect(await own()).toMatchObject({ amount: null, link: null });
  const fee = { userId: person.id, amount: 20, summary: 'Fee' };
  await server.call('transactionAdmin.chargeFee', fee, { as: accountant });
  expect((await own()).amount).toBe(20);
  // A visitor gets neither bills nor an account.
  const visitor = await server.call('bill.getBills', { trackingId: parcel.trackingId });
  expect([visitor.outcome, visitor.body.includes(iban)]).toEqual(['FORBIDDEN', false]);
  const mails = await server.query<{ id: string }>("select id from mails where about ->> 'billId' = $1", [id]);
  const mail = (await server.call('mail.getMail', { id: mails[0]?.id }, { as: manager })).data;
  expect(mail.next?.text).toContain(`Pay €148.20: ${payment.link}`);
  expect(mail.next?.text).toMatch(/Reference: RF\d\d \d{4} \d{4} \d{4}\nAccount name: North Parcels\nIBAN: DE89 3704/);
});

it('shows people what they have to pay until it is paid, of shipments they send or receive', async () => {
  const { person, parcel, id, payment } = await billed(12.5);
  const sent = await server.parcel({ senderEmail: person.email });
  const more = { userId: person.id, amount: 3, summary: 'Storage', trackingId: sent.trackingId };
  await server.call('billAdmin.addBill', more, { as: accountant });
  const open = async (as = person) => (await server.call('bill.getOpen', undefined, { as: as.token })).data;
  expect(await open()).toMatchObject({
    count: 2,
    amount: 15.5,
    data: [{ summary: 'Storage' }, { trackingId: parcel.trackingId, payment }],
  });
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const dueOf = async () => (await open()).data.map(({ due, isOverdue }) => [due, isOverdue]);
  expect(await dueOf()).toEqual([14, 14].map((days) => [inDays(days), false]));
  await server.query("update bills set created_at = created_at - interval '15 days' where id = $1", [id]);
  expect(await dueOf()).toContainEqual([inDays(-1), true]);
  expect((await server.call('billAdmin.getUserBills', { userId: person.id }, { as: accountant })).data).toContainEqual(
    expect.objectContaining({ id, due: inDays(-1), isOverdue: true }),
  );
  expect(await open(await server.signedIn())).toEqual({ count: 0, amount: 0, data: [] });
  await server.call('billAdmin.setBillPaid', { id, paid: true }, { as: accountant });
  expect(await open()).toMatchObject({ count: 1, amount: 3, data: [{ summary: 'Storage' }] });
  expect((await server.call('bill.getOpen')).outcome).toBe('UNAUTHORIZED');
});

const randomId = () => crypto.randomUUID().replaceAll('-', '');
const send = (file: string | Buffer, as: Pick<Person, 'token'> = accountant) =>
  sendFile(server, filePaths.bankStatements, file, as, { 'content-type': 'application/xml' });
const imported = async (file: string | Buffer) => (await send(file)).json();
const asAccountant = { as: accountant };
const entries = async () => (await server.call('bankAdmin.getEntries', { page: 1, size: 100 }, asAccountant)).data.data;
/** Those of a test, by the names of their payers. */
const entryOf = async (name: string) => (await entries()).find((entry) => entry.name === name) ?? expect.fail(name);
const book = (ids: string[], as: Pick<Person, 'token'> = accountant) =>
  server.call('bankAdmin.book', { ids }, { as }).then(({ data }) => data);
const billsOf = async (person: Person) =>
  (await server.call('billAdmin.getUserBills', { userId: person.id }, asAccountant)).data;
const balanceOf = async (person: Person) =>
  (await server.call('transactionAdmin.getUserBalance', { userId: person.id }, asAccountant)).data;

describe('a bank statement', () => {
  it('proposes what its payments are for, and books nothing by itself', async () => {
    const { person, parcel, reference } = await billed(148.2);
    const file = asRabobank({ amount: '148.20', ref: reference, name: 'One' }, { amount: '3', name: 'Nobody' });
    const result = { added: 2, known: 0, alike: 0, left: [], otherAccounts: [], isReencoded: false };
    expect(await imported(file)).toEqual(result);
    expect(await imported(file)).toEqual({ ...result, added: 0, known: 2 });
    expect(await entryOf('One')).toMatchObject({
      amount: 148.2,
      state: 'open',
      match: { kind: 'bill', user: { id: person.id }, trackingId: parcel.trackingId, problem: null },
    });
    expect((await entryOf('Nobody')).match).toBeNull();
    expect((await billsOf(person))[0]?.paidAt).toBeNull();
  });

  it('shows what may be the same as before, and books it only if somebody says that it isn’t', async () => {
    const { person, reference } = await billed(61);
    await imported(asRabobank({ amount: '61', ref: reference, name: 'Twice Paid' }));
    const again = asRabobank({ amount: '61', ref: reference, name: 'TWICE PAID', text: 'Zoll' });
    expect(await imported(again)).toMatchObject({ added: 1, known: 0, alike: 1 });
    const [alike, first] = (await entries())
      .filter(({ name }) => /twice paid/i.test(name))
      .toSorted(({ alike: one }) => (one ? -1 : 1));
    expect([alike?.alike, first?.alike]).toEqual([true, undefined]);
    const ids = [first?.id ?? '', alike?.id ?? ''];
    expect(await book(ids)).toMatchObject({
      booked: 1,
      problems: [{ id: alike?.id, message: 'This may be the same payment as one that was here before.' }],
    });
    const input = { ids: [alike?.id], another: true, toBalance: true };
    expect((await server.call('bankAdmin.book', input, asAccountant)).data.booked).toBe(1);
    expect((await balanceOf(person)).total).toBe(61);
  });

  it('pays two bills that its payer names in one transfer, if the sum fits', async () => {
    const [one, other] = [await billed(12.5), await billed(27)];
    const text = `${one.reference} ${other.reference}`;
    const lines = [
      { amount: '39.50', text, name: 'Two Bills' },
      { amount: '39', text, name: 'Two Short' },
    ];
    await imported(asRabobank(...lines));
    const entry = await entryOf('Two Bills');
    expect(entry.match).toMatchObject({
      kind: 'bills',
      problem: null,
      trackingId: `${one.parcel.trackingId}, ${other.parcel.trackingId}`,
    });
    expect((await entryOf('Two Short')).match?.problem).toBe('Together the bills are for €39.50.');
    expect(await book([entry.id])).toEqual({ booked: 1, waits: 0, problems: [] });
    for (const { person } of [one, other]) expect((await billsOf(person))[0]?.paidAt).not.toBeNull();
    expect((await entryOf('Two Short')).match?.problem).toBe('One of these bills is paid already.');
  });

  it('that takes a payment back names its bill, which is then not paid', async () => {
    const { person, id, reference } = await billed(62.8);
    const file = await readFile(new URL('./bank-files/c24-payment-taken-back.xml', import.meta.url), 'utf8');
    await imported(file.replace('RF47675885191195', reference));
    const early = await entryOf('Recall Payer');
    expect(early).toMatchObject({ amount: -62.8, match: { kind: 'bill-returned' } });
    expect(early.match?.problem).toBe('This bill isn’t marked as paid.');
    await server.call('billAdmin.setBillPaid', { id, paid: true }, asAccountant);
    expect((await entryOf('Recall Payer')).match).toMatchObject({ user: { id: person.id }, problem: null });
    expect((await book([early.id])).booked).toBe(1);
    expect((await billsOf(person))[0]?.paidAt).toBeNull();
  });

  it('of another account or with an odd entry says so', async () => {
    const odd = asRabobank({ amount: '8.85', name: 'Fine' }, { amount: '1.234', name: 'Odd' });
    expect(await imported(odd)).toMatchObject({
      added: 1,
      left: [{ why: 'odd', count: 1, first: ['1.234 EUR, 2026-11-26, Odd'] }],
      otherAccounts: [],
    });
    const other = odd.replace('DE89370400440532013000', 'SE4550000000058398257466');
    expect(await imported(other)).toMatchObject({ added: 1, otherAccounts: ['SE4550000000058398257466'] });
  });

  it('two people send at once, each payment is there once', async () => {
    const file = asRabobank({ amount: '62', name: 'At Once' }, { amount: '62', name: 'At Once' });
    const both = await Promise.all([imported(file), imported(file)]);
    expect(both.map(({ added }) => added).toSorted()).toEqual([0, 2]);
  });

  it('marks a bill as paid once, also when two people press at once', async () => {
    const { person, id, reference } = await billed(20);
    await imported(asSparkasse({ amount: '20', text: `Zoll ${reference}`, name: 'Two', id: 'two' }));
    const entry = await entryOf('Two');
    const both = await Promise.all([book([entry.id]), book([entry.id], manager)]);
    expect(both.map(({ booked }) => booked).toSorted()).toEqual([0, 1]);
    expect((await billsOf(person))[0]?.paidAt).not.toBeNull();
    expect((await entries()).map(({ name }) => name)).not.toContain('Two');
    // It was another’s payment: the bill is asked for again, and the payment is not booked twice.
    await server.call('billAdmin.setBillPaid', { id, paid: false }, asAccountant);
    expect((await billsOf(person))[0]?.paidAt).toBeNull();
    expect(await book([entry.id])).toEqual({ booked: 0, waits: 0, problems: [] });
  });

  it('leaves open what differs, is paid already, or has no reference', async () => {
    const { reference, person } = await billed(50);
    const wrong = { amount: '49.99', ref: reference, name: 'Less' };
    await imported(
      asRabobank(wrong, { ...wrong, amount: '50', name: 'Exact' }, { ...wrong, amount: '50', name: 'Again' }),
    );
    const ids = [(await entryOf('Less')).id, (await entryOf('Exact')).id, (await entryOf('Again')).id];
    const { booked, problems } = await book(ids);
    expect([booked, problems.map(({ message }) => message).toSorted()]).toEqual([
      1,
      ['The bill is for €50.00.', 'This bill is paid already.'],
    ]);
    const less = await entryOf('Less');
    expect((await book([less.id])).problems).toHaveLength(1);
    expect(less.match).toMatchObject({ problem: 'This bill is paid already.', toBalance: true });
    // One more tap adds it to the balance of the person billed.
    const again = (await entries()).find(({ name, state }) => /^(Exact|Again)$/.test(name) && state === 'open');
    const both = [less.id, again?.id ?? expect.fail('Both are booked')];
    const added = await server.call('bankAdmin.book', { ids: both, toBalance: true }, asAccountant);
    expect(added.data).toEqual({ booked: 2, waits: 0, problems: [] });
    expect((await balanceOf(person)).total).toBe(99.99);
  });

  it('adds what is paid to an account to its balance, and asks a second person above the limit', async () => {
    const person = await server.signedIn();
    const { reference } = (await server.call('transaction.getPayment', undefined, { as: person.token })).data;
    await imported(
      asNordeaBatch(
        '10030',
        { amount: '30', id: 'a', ref: reference, name: 'Some' },
        { amount: '10000', id: 'b', ref: reference, name: 'Much' },
      ),
    );
    expect(await book([(await entryOf('Some')).id, (await entryOf('Much')).id])).toMatchObject({ booked: 2, waits: 1 });
    expect((await balanceOf(person)).total).toBe(30);
    const own = (await server.call('transaction.getPayment', undefined, { as: accountant.token })).data;
    await imported(asRabobank({ amount: '5', ref: own.reference, name: 'Own' }));
    expect((await book([(await entryOf('Own')).id])).problems).toHaveLength(1);
  });

  it('can be set aside and brought back', async () => {
    await imported(asRabobank({ amount: '7', name: 'Aside' }));
    const { id } = await entryOf('Aside');
    const set = (aside: boolean) => server.call('bankAdmin.setAside', { id, aside }, asAccountant);
    expect((await set(true)).outcome).toBe('ok');
    expect((await set(true)).outcome).toBe('CONFLICT');
    expect((await entries()).map(({ name }) => name)).not.toContain('Aside');
    expect(await book([id])).toEqual({ booked: 0, waits: 0, problems: [] });
    expect((await set(false)).outcome).toBe('ok');
    expect((await entryOf('Aside')).state).toBe('open');
  });

  it('forgets who has paid once their account is gone, or after ten years', async () => {
    const { person, reference } = await billed(11);
    await imported(asRabobank({ amount: '11', ref: reference, name: 'Gone Canary' }));
    await imported(asRabobank({ amount: '12', name: 'Old Canary' }));
    await book([(await entryOf('Gone Canary')).id]);
    const names = async () => {
      await tidyProofs(server.services);
      const rows = await server.query<{ name: string }>(
        "select name from bank_entries where name like '% Canary' order by 1",
      );
      return rows.map(({ name }) => name);
    };
    expect(await names()).toEqual(['Gone Canary', 'Old Canary']);
    await server.call('userAdmin.deleteUser', { id: person.id }, { as: manager });
    expect(await names()).toEqual(['Old Canary']);
    await server.query("update bank_entries set created_at = now() - interval '11 years' where name = 'Old Canary'");
    expect(await names()).toEqual(['Old Canary']);
    await server.call('bankAdmin.setAside', { id: (await entryOf('Old Canary')).id, aside: true }, asAccountant);
    expect(await names()).toEqual([]);
  });

  it('is listed with as many queries for a page as for one entry', async () => {
    const paid = (index: number) => ({ amount: '5', out: true, id: `page${index}`, endToEnd: randomId() }) as const;
    await imported(asSparkasse(...Array.from({ length: 30 }, (_, index) => paid(index))));
    const queriesOf = (size: number) =>
      server.statementsOf(() => server.call('bankAdmin.getEntries', { page: 1, size }, asAccountant));
    expect(await queriesOf(25)).toHaveLength((await queriesOf(10)).length);
  });

  it('is for those who see money, has 10 MB at most, and changes nothing when refused', async () => {
    const before = (await entries()).length;
    for (const as of [await server.signedIn(), await server.signedIn({ roles: ['dispatcher'] })])
      expect((await send(asRabobank({ amount: '1' }), as)).statusCode).toBe(403);
    const laughs = await send('<!DOCTYPE a [<!ENTITY b "b">]><Document>&b;</Document>');
    expect([laughs.statusCode, laughs.json().error.data.fieldErrors.file]).toEqual([400, [expect.any(String)]]);
    const large = await send(Buffer.alloc(10_000_001, ' '));
    expect(large.statusCode).toBe(413);
    expect(await entries()).toHaveLength(before);
  });
});

describe('payouts', () => {
  const asked = async (amount: number, more: object = {}) => {
    const person = await server.signedIn({ firstName: 'Żaneta', lastName: 'Ørsted & Søn' });
    const deposit = { userId: person.id, amount, summary: 'Collected' };
    const { id: depositId, waits } = (await server.call('transactionAdmin.addDeposit', deposit, asAccountant)).data;
    const agreed = { id: depositId, agrees: true, amount, status: 'successful' } as const;
    if (waits) await server.call('transactionAdmin.decide', agreed, { as: manager });
    const input = withdrawalInput({ amount, iban: 'SE35 5000 0000 0549 1000 0003', ...more });
    const { id } = (await server.call('transaction.withdraw', input, { as: person.token })).data;
    return { person, id };
  };
  const payouts = async () => (await server.call('bankAdmin.getPayouts', undefined, asAccountant)).data;
  const create = (as: Pick<Person, 'token'> = accountant) =>
    server.call('bankAdmin.createPayoutFile', undefined, { as });
  const download = (id: string, as: Pick<Person, 'token'> = accountant) =>
    server.request({ method: 'GET', url: filePaths.payoutFile(id), headers: { authorization: `Bearer ${as.token}` } });
  const statusOf = async ({ person, id }: Awaited<ReturnType<typeof asked>>) =>
    (await server.call('transactionAdmin.getUserTransactions', { userId: person.id }, asAccountant)).data.find(
      (one) => one.id === id,
    )?.status;

  it('go into one file for the bank, each once, and are paid when the bank says so', async () => {
    const [one, other] = [
      await asked(120.5, { holder: 'Ørsted & Søn' }),
      await asked(80, { summary: 'Käse/Brot // 100 % <b>' }),
    ];
    const elsewhere = await asked(5, { iban: 'PK36 SCBL 0000 0011 2345 6702' });
    expect(await payouts()).toMatchObject({ problem: null, count: 2, total: 200.5, others: { count: 1 } });
    await server.query("update transactions set payout = payout - 'holder' where id = $1", [other.id]);
    const made = await Promise.all([create(), create(manager)]);
    expect(made.map(({ outcome }) => outcome).toSorted()).toEqual(['PRECONDITION_FAILED', 'ok']);
    const id = made.find(({ outcome }) => outcome === 'ok')?.data.id ?? '';
    const { statusCode, headers, body } = await download(id);
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
    const payFrom = (name: string) =>
      server.query('update bank_accounts set account_name = $1 where fallback and deleted_at is null', [name]);
    await payFrom('Renamed since');
    expect((await download(id)).body).toBe(body);
    await payFrom('North Parcels');
    const message = id.replaceAll('-', '');
    for (const part of [
      `<MsgId>${message}</MsgId>`,
      '<NbOfTxs>2</NbOfTxs>',
      '<CtrlSum>200.50</CtrlSum>',
      '<BtchBookg>true</BtchBookg>',
      '<DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></DbtrAcct>',
      `<EndToEndId>${one.id.replaceAll('-', '')}</EndToEndId>`,
      '<InstdAmt Ccy="EUR">120.50</InstdAmt>',
      '<Cdtr><Nm>Orsted + Son</Nm></Cdtr>',
      // It was withdrawn before accounts had holders.
      '<Cdtr><Nm>Zaneta Orsted + Son</Nm></Cdtr>',
      '<Ustrd>North Parcels Kase/Brot / 100 . .b.</Ustrd>',
    ])
      expect(body).toContain(part);
    expect(await payouts()).toMatchObject({
      count: 0,
      others: { count: 1 },
      files: [{ id, count: 2, total: 200.5, pending: 2 }],
    });
    expect(await statusOf(one)).toBe('pending');
    const shown = await server.call('transactionAdmin.getUserTransactions', { userId: one.person.id }, asAccountant);
    expect(shown.data.map(({ inFileSince }) => inFileSince !== undefined)).toEqual([true, false]);
    await imported(asSparkasse({ amount: '80', endToEnd: other.id.replaceAll('-', ''), name: 'Came Back' }));
    const back = await entryOf('Came Back');
    expect(back.match).toMatchObject({ kind: 'payout-returned', problem: 'Book its payment first.' });
    await imported(asBatchPaid('200.50', message));
    const paid = (await entries()).find(({ amount }) => amount === -200.5) ?? expect.fail('no entry');
    expect(paid.match).toMatchObject({ kind: 'payout-file', problem: null });
    expect(await book([paid.id])).toMatchObject({ booked: 1, problems: [] });
    expect([await statusOf(one), await statusOf(other), await statusOf(elsewhere)]).toEqual([
      'successful',
      'successful',
      'pending',
    ]);
    expect((await download(id)).body).toBe(body);
    expect((await entryOf('Came Back')).match).toMatchObject({ user: { id: other.person.id }, problem: null });
    expect(await book([back.id])).toEqual({ booked: 1, waits: 0, problems: [] });
    expect(await statusOf(other)).toBe('failed');
    expect((await balanceOf(other.person)).total).toBe(80);
    expect((await download(id)).body).not.toContain(other.id.replaceAll('-', ''));
    await server.call('userAdmin.deleteUser', { id: one.person.id }, { as: manager });
    const { statusCode: refused, body: reason } = await download(id);
    expect([refused, reason]).toEqual([412, expect.stringContaining('A deleted account was paid with this file')]);
  });

  const discard = (id: string, as = accountant) => server.call('bankAdmin.discardPayoutFile', { id }, { as });
  const change = (
    id: string,
    amount: number,
    status: 'pending' | 'failed' | 'successful',
    as: Pick<Person, 'token'> = accountant,
  ) => server.call('transactionAdmin.updateTransaction', { id, amount, status }, { as });

  it('stay as they are while they are in a file, and can be in another once it is discarded', async () => {
    const { person, id } = await asked(70);
    const file = (await create()).data.id ?? '';
    const sentence = /^The bank may still pay this: it is in the file of \w+ \d+ \w+ 20\d\d. Discard that file first.$/;
    const remove = () => server.call('transactionAdmin.deleteTransaction', { id }, asAccountant);
    const removePerson = () => server.call('userAdmin.deleteUser', { id: person.id }, { as: manager });
    expect((await change(id, 60, 'pending')).error.data.fieldErrors?.amount).toEqual([expect.stringMatching(sentence)]);
    expect((await change(id, 70, 'failed')).error.data.fieldErrors?.status).toEqual([expect.stringMatching(sentence)]);
    expect((await remove()).error.message).toMatch(sentence);
    expect((await removePerson()).error.message).toMatch(sentence);
    await discard(file);
    const [trail] = await server.query(
      "select before from audit_entries where procedure = 'bankAdmin.discardPayoutFile' and entity_id = $1",
      [id],
    );
    expect(trail).toBeDefined();
    // What has failed since is as free as the others.
    for (const status of ['failed', 'pending'] as const) expect((await change(id, 70, status)).outcome).toBe('ok');
    const next = (await create()).data.id ?? '';
    expect((await download(next)).body).toContain(id.replaceAll('-', ''));
    await discard(next);
    await discard(next, manager);
    for (const attempt of [() => change(id, 60, 'pending'), remove, removePerson])
      expect((await attempt()).outcome).toBe('ok');
  });

  it('are in no file if they fail while it is made', async () => {
    const { person, id } = await asked(33);
    const locked = await lockRow(server.database, person.id, 'balances');
    const failing = change(id, 33, 'failed');
    await locked.waitForWaiters();
    const making = create();
    await locked.waitForWaiters(2);
    await locked.release();
    expect((await failing).outcome).toBe('ok');
    expect((await making).outcome).toBe('PRECONDITION_FAILED');
  });

  it('that a file cannot pay keep no other out of it', async () => {
    const { person, id } = await asked(1);
    await server.query(
      `insert into transactions (id, user_id, type, amount_cents, status, summary, payout, created_at)
        select gen_random_uuid(), $1, 'withdrawal', 1, 'pending', 'Old',
          payout || '{"iban": "PK36 SCBL 0000 0011 2345 6702"}', '2020-01-01'
        from transactions, generate_series(1, 5001) where transactions.id = $2`,
      [person.id, id],
    );
    expect(await payouts()).toMatchObject({ count: 1, others: { count: 5002 } });
    const file = (await create()).data.id ?? '';
    expect((await download(file)).body).toContain('<NbOfTxs>1</NbOfTxs>');
    await server.query("delete from transactions where summary = 'Old'");
    await imported(asBatchPaid('1', file.replaceAll('-', '')));
    const paid = (await entries()).find(({ amount }) => amount === -1) ?? expect.fail('no entry');
    expect(await book([paid.id])).toMatchObject({ booked: 1 });
  });

  it('of a file and payments into accounts lock balances in one order', async () => {
    const [first, between, last] = [await asked(31), await server.signedIn(), await asked(42)];
    const fee = { userId: between.id, amount: 5, summary: 'Fee' };
    await server.call('transactionAdmin.chargeFee', fee, asAccountant);
    const file = (await create()).data.id ?? '';
    await imported(asBatchPaid('73', file.replaceAll('-', '')));
    const { reference } = (await server.call('transaction.getPayment', undefined, { as: between.token })).data;
    await imported(asSparkasse({ amount: '5.55', ref: reference, id: 'five' }));
    const ids = (await entries()).filter(({ amount }) => amount === -73 || amount === 5.55).map(({ id }) => id);
    const locked = await lockRow(server.database, between.id, 'balances');
    const booking = book(ids);
    await locked.waitForWaiters();
    const free = 'select 1 from balances where user_id = $1 for update nowait';
    await expect(server.query(free, [last.person.id])).resolves.toHaveLength(1);
    await locked.release();
    expect(await booking).toMatchObject({ booked: 2, problems: [] });
    expect(await statusOf(first)).toBe('successful');
  });

  it('can be in another file once the bank has refused theirs', async () => {
    const payout = await asked(60);
    const id = (await create()).data.id ?? '';
    expect((await create()).outcome).toBe('PRECONDITION_FAILED');
    expect((await discard(id)).data).toEqual({ ok: true });
    expect((await discard(id)).outcome).toBe('NOT_FOUND');
    expect((await download(id)).statusCode).toBe(404);
    const again = (await create()).data.id ?? '';
    expect((await download(again)).body).toContain(payout.id.replaceAll('-', ''));
    const line = { amount: '60', out: true, endToEnd: payout.id.replaceAll('-', ''), id: 'sixty' } as const;
    await imported(asSparkasse(line));
    const paid = (await entries()).find(({ amount }) => amount === -60) ?? expect.fail('no entry');
    expect(paid.match).toMatchObject({ kind: 'payout', user: { id: payout.person.id }, problem: null });
    expect(await book([paid.id])).toMatchObject({ booked: 1 });
    expect(await statusOf(payout)).toBe('successful');
    expect((await download(again, await server.signedIn())).statusCode).toBe(403);
  });

  it('that were downloaded leave their file only once a second person agrees, and count that day all the same', async () => {
    const payer = await server.signedIn({ roles: ['accountant'] });
    const made = async () => (await server.call('bankAdmin.createPayoutFile', undefined, { as: payer })).data;
    const { id: withdrawal } = await asked(6_000);
    const first = (await made()).id ?? '';
    expect((await payouts()).files[0]).toMatchObject({ id: first, downloaded: false });
    expect((await download(first)).body).toContain(withdrawal.replaceAll('-', ''));
    expect((await discard(first, payer)).data).toEqual({ ok: true, waits: true });
    expect((await discard(first, payer)).error.message).toContain('Someone else has to approve it');
    const shown = async (as: Person) =>
      (await server.call('bankAdmin.getPayouts', undefined, { as })).data.files.find(({ id }) => id === first);
    expect(await shown(payer)).toMatchObject({ downloaded: true, discarded: false, toDiscard: { mayDecide: false } });
    expect(await shown(accountant)).toMatchObject({ toDiscard: { mayDecide: true } });
    // The bank can still be given it: so nothing of it is in another file.
    expect((await download(first)).statusCode).toBe(200);
    expect((await server.call('bankAdmin.createPayoutFile', undefined, { as: payer })).outcome).toBe(
      'PRECONDITION_FAILED',
    );
    expect((await discard(first, accountant)).data).toEqual({ ok: true });
    expect((await download(first)).statusCode).toBe(404);
    // A smaller one later doesn’t make less of what the bank has.
    expect((await change(withdrawal, 4_001, 'pending')).outcome).toBe('ok');
    expect(await made()).toEqual({ id: null, waits: 1 });
    const decided = { id: withdrawal, agrees: true, amount: 4_001, status: 'pending' };
    expect((await server.call('transactionAdmin.decide', decided, asAccountant)).outcome).toBe('ok');
    const again = (await made()).id ?? '';
    expect([(await download(first)).statusCode, (await download(again)).statusCode]).toEqual([404, 200]);
  });

  it('above the limit are in no file until somebody else has agreed', async () => {
    const big = await asked(19_000);
    const small = await asked(40);
    expect((await create()).data).toEqual({ id: expect.any(String), waits: 1 });
    expect((await create()).outcome).toBe('PRECONDITION_FAILED');
    expect(await payouts()).toMatchObject({
      count: 0,
      waiting: { count: 1, first: [{ userId: big.person.id, amount: 19_000 }] },
    });
    const decide = (agrees: boolean, as: Person) =>
      server.call('transactionAdmin.decide', { id: big.id, agrees, amount: 19_000, status: 'pending' }, { as });
    expect((await decide(true, accountant)).outcome).toBe('PRECONDITION_FAILED');
    expect((await decide(true, manager)).outcome).toBe('ok');
    expect((await decide(true, manager)).outcome).toBe('CONFLICT');
    expect(await payouts()).toMatchObject({ count: 1, waiting: { count: 0, first: [] } });
    const made = (await create()).data;
    expect(made.waits).toBe(0);
    // The bank has paid what two people agreed to.
    await imported(asBatchPaid('19000', made.id?.replaceAll('-', '') ?? ''));
    const paid = (await entries()).find(({ amount }) => amount === -19_000) ?? expect.fail('no entry');
    expect(await book([paid.id])).toMatchObject({ booked: 1, waits: 0 });
    expect([await statusOf(big), await statusOf(small)]).toEqual(['successful', 'pending']);
  });

  it('of one account are together above the limit, too', async () => {
    const first = await asked(7_500);
    const again = { userId: first.person.id, amount: 7_500, summary: 'More' };
    await server.call('transactionAdmin.addDeposit', again, { as: manager });
    const input = withdrawalInput({ amount: 7_500, iban: 'SE35 5000 0000 0549 1000 0003' });
    await server.call('transaction.withdraw', input, { as: first.person });
    expect((await create()).data).toEqual({ id: expect.any(String), waits: 1 });
    expect((await payouts()).waiting.first).toMatchObject([{ userId: first.person.id, amount: 7_500 }]);
  });

  it('leave what the bank has booked open once their approval is refused', async () => {
    const person = await server.signedIn();
    const { reference } = (await server.call('transaction.getPayment', undefined, { as: person.token })).data;
    await imported(asSparkasse({ amount: '17000', ref: reference, id: 'seven', name: 'Seven' }));
    const entry = await entryOf('Seven');
    const waiting = async () => {
      expect(await book([entry.id])).toMatchObject({ booked: 1, waits: 1 });
      const rows = await server.call('transactionAdmin.getUserTransactions', { userId: person.id }, asAccountant);
      return rows.data.find(({ proposal }) => proposal)?.id ?? expect.fail('nothing waits');
    };
    const first = await waiting();
    const edit = { id: first, amount: 17_000, status: 'pending', summary: 'Mine' } as const;
    expect(
      (await server.call('transactionAdmin.updateTransaction', edit, asAccountant)).error.data.fieldErrors,
    ).toEqual({
      status: ['This waits for approval. Approve or refuse it first.'],
    });
    const refuse = (id: string) =>
      server.call(
        'transactionAdmin.decide',
        { id, agrees: false, amount: 17_000, status: 'successful' },
        { as: manager },
      );
    expect((await refuse(first)).outcome).toBe('ok');
    expect((await entryOf('Seven')).state).toBe('open');
    const second = await waiting();
    expect((await server.call('transactionAdmin.deleteTransaction', { id: second }, asAccountant)).outcome).toBe('ok');
    expect((await entryOf('Seven')).state).toBe('open');
  });
});
