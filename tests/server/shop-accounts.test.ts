/** A shipment's fee is on the account of the shop that pays it, whose balance is what it owes. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { checkRecords } from '../../server/audit/check-records.ts';
import { remindOverdue } from '../../server/ledger/owing.ts';
import { issueStatement } from '../../server/statements/issue-statements.ts';
import { shiftDay } from '../../src/domain/day.ts';
import { filePaths } from '../../src/domain/file-paths.ts';
import type { CreateShipment } from '../../src/domain/shipment.ts';
import { importShipments } from '../support/send-file.ts';
import { shipmentFile } from '../support/shipment-file.ts';
import { type Shop, shops, v1Parcel } from '../support/shop.ts';
import { type Person, parcelInput, updateInput } from '../support/test-server.ts';
import { isThorough } from '../support/thorough.ts';
import { testServer } from '../support/vitest.ts';

const server = await testServer({ environment: { SECOND_PERSON_ABOVE: '500' } });
const without = await testServer({ environment: { SHOP_ACCOUNTS: '0' } });
const manager = await server.signedIn({ manager: true });
const { newShop, newRate, ask } = shops(server);
beforeAll(() => newRate({ returnFeeCents: 450n }));

const key = () => ({ headers: { 'idempotency-key': randomUUID() } });
const paidBy = ({ email }: Pick<Person, 'email'>, details: Partial<CreateShipment> = {}) =>
  parcelInput({ senderEmail: email, payer: 'sender', fee: 7.5, ...details });
const create = async (input: CreateShipment, as: Person = manager, on = server): Promise<string> =>
  (await on.call('shipmentAdmin.createShipment', input, { as, ...key() })).data.id;
const edit = (id: string, input: CreateShipment, as: Person = manager) =>
  server.call('shipmentAdmin.updateShipment', updateInput(id, input), { as });
const setStatus = (id: string, status: string) =>
  server.call('shipmentAdmin.updateShipment', { id, status }, { as: manager, ...key() });
const setRoles = (person: Person, roles: 'shipper'[]) =>
  server.call('userAdmin.setRoles', { id: person.id, roles }, { as: manager });
const owes = async ({ id }: Pick<Person, 'id'>, on = server) => {
  const sql = 'select coalesce(-sum(total_cents), 0)::int as cents from ledger_entries where user_id = $1';
  return (await on.query<{ cents: number }>(sql, [id]))[0]?.cents;
};
const feesOf = ({ id }: Pick<Person, 'id'>) =>
  server.query<{ id: string; status: string; purpose: string; amount_cents: string; summary: string }>(
    'select * from transactions where user_id = $1 order by id',
    [id],
  );
async function differences() {
  const { db, secrets } = server.services;
  const check = await checkRecords({ db, secrets }, { margin: 0, wait: true });
  return (check?.differences ?? []).filter(({ kind }) => kind === 'fees' || kind === 'balances');
}

const v1 = (shop: Shop, url: string, payload: object) =>
  ask(shop.key, url, { method: 'POST', headers: { 'idempotency-key': randomUUID() }, payload });

it.each<[string, number, (shop: Shop) => Promise<unknown>]>([
  ['the shop’s program', 590, (shop) => v1(shop, '/v1/shipments', v1Parcel())],
  ['two programs at once', 1180, (shop) => Promise.all([1, 2].map(() => v1(shop, '/v1/shipments', v1Parcel())))],
  ['a manager', 750, (shop) => create(paidBy(shop))],
  [
    'a file',
    1500,
    (shop) => importShipments(server, shipmentFile([paidBy(shop), paidBy(shop, { reference: '2' })]), manager),
  ],
  ['a fee of nothing', 0, (shop) => create(paidBy(shop, { fee: 0 }))],
  ['a receiver who pays', 0, (shop) => create(paidBy(shop, { payer: 'receiver' }))],
  ['both who pay', 0, (shop) => create(paidBy(shop, { payer: 'both' }))],
])('what is created by %s is charged: %i cents', async (_name, cents, make) => {
  const shop = await newShop();
  await make(shop);
  expect(await owes(shop)).toBe(cents);
  for (const fee of await feesOf(shop)) expect(fee).toMatchObject({ status: 'successful', purpose: 'shipping' });
  expect(await differences()).toEqual([]);
});

it('charges a return to the shop that pays for it, and follows its cancellation', async () => {
  const shop = await newShop();
  await server.query("update users set address = 'Kaj 1', city = 'Göteborg', state = 'VG' where id = $1", [shop.id]);
  await server.call('shipper.saveReturns', { mode: 'on', days: 14, payer: 'shop', perShipment: 1 }, { as: shop });
  const { id } = (await v1(shop, '/v1/shipments', v1Parcel())).body;
  await setStatus(String(id), 'delivered');
  const back = (await v1(shop, '/v1/returns', { shipment: id })).body;
  expect(await owes(shop)).toBe(590 + 450);
  await setStatus(String(back.id), 'cancelled');
  expect([await owes(shop), await differences()]).toEqual([590, []]);
});

it('charges nobody who is no shop, and nobody where accounts are off', async () => {
  const person = await server.signedIn();
  await create(paidBy(person));
  const shop = await shops(without).newShop();
  await create(paidBy(shop), await without.signedIn({ manager: true }), without);
  expect([await owes(person), await owes(shop, without)]).toEqual([0, 0]);
});

it('follows an edit of the fee, of who pays and of the sender', async () => {
  const [shop, other] = [await newShop(), await newShop()];
  const person = await server.signedIn();
  const id = await create(paidBy(shop));
  const states: [Partial<CreateShipment>, number, number][] = [
    [{ fee: 8.25 }, 825, 0],
    [{ fee: 8.25, description: 'Three books' }, 825, 0],
    [{ fee: 0 }, 0, 0],
    [{ fee: 6.1 }, 610, 0],
    [{ payer: 'receiver' }, 0, 0],
    [{ payer: 'sender', fee: 9 }, 900, 0],
    [{ senderEmail: other.email }, 0, 750],
    [{ senderEmail: person.email }, 0, 0],
    [{ senderEmail: shop.email, fee: 5 }, 500, 0],
  ];
  for (const [changes, ...cents] of states) {
    expect((await edit(id, paidBy(shop, changes))).outcome, JSON.stringify(changes)).toBe('ok');
    expect([await owes(shop), await owes(other)], JSON.stringify(changes)).toEqual(cents);
    expect(await differences()).toEqual([]);
  }
  await server.call(
    'shipmentAdmin.changeAccount',
    { id, party: 'sender', from: shop.id, email: other.email },
    { as: manager },
  );
  expect([await owes(shop), await owes(other), await differences()]).toEqual([0, 500, []]);
});

it('gives back by the status, with the fee as it is then', async () => {
  const shop = await newShop();
  const id = await create(paidBy(shop));
  await setStatus(id, 'cancelled');
  await edit(id, paidBy(shop, { fee: 8 }));
  expect(await owes(shop)).toBe(0);
  await setStatus(id, 'in-progress');
  expect(await owes(shop)).toBe(800);
  await server.call('shipmentAdmin.deleteShipment', { id }, { as: manager });
  expect([await owes(shop), await differences()]).toEqual([0, []]);
});

const WAYS: Record<string, (shop: Shop) => Partial<CreateShipment> & { status?: string }> = {
  'is cancelled': () => ({ status: 'cancelled' }),
  'is paid by the receiver': () => ({ payer: 'receiver' }),
  'is sent by nobody known': () => ({ senderEmail: 'other@example.com' }),
  'costs nothing': () => ({ fee: 0 }),
};

it.each(Object.entries(WAYS).flatMap(([way, change]) => [5, 7.5].map((amount) => [way, amount, change] as const)))(
  'what %s and back is owed as before, with %f credited',
  async (_way, amount, change) => {
    for (const atStatement of [0, 1, 2, 3, 4, 5]) {
      const shop = await newShop();
      const id = await create(paidBy(shop));
      let months = 0;
      const issue = () => {
        months += 1;
        return server.inUnit((unit) => issueStatement(unit, shop.id, shiftDay('2027-01-01', 31 * months)));
      };
      if (atStatement === 0) await issue();
      const deposit = { userId: shop.id, amount, summary: 'Late', corrects: true };
      await server.call('transactionAdmin.addDeposit', deposit, { as: manager });
      const owed: (number | undefined)[] = [];
      const { status = 'in-progress', ...details } = change(shop);
      for (const [at, isAway] of [true, false, false, true, true, false].entries()) {
        if (status === 'cancelled') await setStatus(id, isAway ? status : 'in-progress');
        else expect((await edit(id, paidBy(shop, isAway ? details : {}))).outcome).toBe('ok');
        if (at === atStatement) await issue();
        owed.push(await owes(shop));
      }
      const left = 750 - amount * 100;
      expect(owed).toEqual([0, left, left, 0, 0, left]);
      await issue();
      expect([await owes(shop), await differences()]).toEqual([left, []]);
    }
  },
);

it('keeps what a shop owed when it no longer is one, and charges a new shop for nothing earlier', async () => {
  const [shop, later] = [await newShop(), await server.signedIn()];
  const [id, earlier] = [await create(paidBy(shop)), await create(paidBy(later))];
  await setRoles(shop, []);
  await setRoles(later, ['shipper']);
  await create(paidBy(shop));
  await edit(id, paidBy(shop, { fee: 8 }));
  await edit(earlier, paidBy(later, { fee: 8 }));
  expect([await owes(shop), await owes(later)]).toEqual([800, 0]);
  await create(paidBy(later));
  expect([await owes(later), await differences()]).toEqual([750, []]);
});

it('is nobody’s own to change, gives back a lot with two people only, and not by hand', async () => {
  const shop = await newShop();
  const own = await server.signedIn({ roles: ['manager', 'shipper'] });
  const [id, theirs] = [await create(paidBy(shop, { fee: 900 })), await create(paidBy(own))];
  expect((await edit(theirs, paidBy(own, { fee: 1 }), own)).error.message).toMatch(/^This is your own account/);
  expect((await edit(id, paidBy(shop, { fee: 1 }))).error.message).toBe(
    'This gives back $899.00, which a second person has to approve. Add a deposit that gives back a fee.',
  );
  expect((await edit(id, paidBy(shop, { fee: 600 }))).outcome).toBe('ok');
  const [fee] = await feesOf(shop);
  const update = (amount: number, status: string) =>
    server.call('transactionAdmin.updateTransaction', { id: fee?.id, amount, status }, { as: manager });
  expect((await update(500, 'successful')).error.data.fieldErrors).toHaveProperty('amount');
  await edit(id, paidBy(shop, { fee: 600, payer: 'receiver' }), await server.signedIn({ manager: true }));
  await edit(id, paidBy(shop, { fee: 300, payer: 'receiver' }));
  expect([await owes(shop), await owes(own), await differences()]).toEqual([60_000, 750, []]);
});

it('can’t be charged again by hand once somebody else pays', async () => {
  const shop = await newShop();
  const id = await create(paidBy(shop));
  await edit(id, paidBy(shop, { payer: 'receiver' }));
  const [fee] = await feesOf(shop);
  const update = { id: fee?.id, amount: 7.5, status: 'successful' };
  const refused = await server.call('transactionAdmin.updateTransaction', update, { as: manager });
  expect(refused.error.data.fieldErrors).toHaveProperty('status');
  expect(fee).toMatchObject({ status: 'failed', summary: expect.stringMatching(/^Shipment W\w+, not charged$/) });
});

it.each([
  ['a fee that differs from its shipment', 'update shipments set fee_cents = 800 where sender_id = $1'],
  ['a fee that no shipment has', 'update shipments set fee_transaction_id = null where sender_id = $1'],
])('verify finds %s', async (_name, plant) => {
  const shop = await newShop();
  await create(paidBy(shop));
  await server.query(plant, [shop.id]);
  expect(await differences()).toMatchObject([{ kind: 'fees', count: 1 }]);
  const [fee] = await feesOf(shop);
  const mend = 'update shipments set fee_cents = 750, fee_transaction_id = $2 where sender_id = $1';
  await server.query(mend, [shop.id, fee?.id]);
  expect(await differences()).toEqual([]);
});

const accountant = await server.signedIn({ roles: ['accountant'] });
const owing = async (search: object = {}) =>
  (await server.call('transactionAdmin.getOwing', { page: { page: 1, ...search } }, { as: accountant })).data;
const remind = (...ids: string[]) => server.call('transactionAdmin.remind', { ids }, { as: accountant, ...key() });
const pay = ({ id }: Pick<Person, 'id'>, amount: number) =>
  server.call('transactionAdmin.addDeposit', { userId: id, amount, summary: 'Bank' }, { as: accountant });
/** Fees of so many days ago. */
async function owingShop(...fees: [fee: number, days: number][]) {
  const shop = await newShop();
  for (const [fee, days] of fees) {
    const id = await create(paidBy(shop, { fee }));
    await server.query(
      `update transactions set created_at = now() - $2 * interval '1 day'
       where id = (select fee_transaction_id from shipments where id = $1)`,
      [id, days],
    );
  }
  return shop;
}
const daysSince = ({ since = '' }: { since?: string | undefined } = {}) =>
  Math.round((Date.now() - Date.parse(since)) / 86_400_000);

it('lists who owes what since when, as payments cover the oldest first', async () => {
  const shop = await owingShop([5, 40], [6, 20], [7, 3]);
  const find = async () => (await owing({ q: shop.email })).data;
  expect(await find()).toMatchObject([{ id: shop.id, amount: 18, isOverdue: true, lastPayment: null }]);
  expect(daysSince((await find())[0])).toBe(40);
  await pay(shop, 4);
  expect(daysSince((await find())[0])).toBe(40);
  await pay(shop, 1);
  expect(daysSince((await find())[0])).toBe(20);
  await pay(shop, 6);
  expect(await find()).toMatchObject([{ amount: 7, isOverdue: false, lastPayment: expect.any(String) }]);
  expect(daysSince((await find())[0])).toBe(3);
  expect((await owing({ q: shop.email, show: 'overdue' })).data).toEqual([]);
  await pay(shop, 7);
  expect(await find()).toEqual([]);
});

it('is a file, with what no statement has yet', async () => {
  const shop = await owingShop([5, 20]);
  await pay(shop, 1);
  const get = ({ token }: Person) =>
    server.request({ url: filePaths.owingFile({ q: shop.email }), headers: { authorization: `Bearer ${token}` } });
  const [head, row] = (await get(accountant)).body.trim().split('\r\n');
  expect(head).toMatch('Name,Email,Owes,Not on a statement,Since,Overdue');
  expect(row).toMatch(`${shop.email},4.00,4.00,20`);
  expect((await get(shop)).statusCode).toBe(403);
});

it('lists what deleted accounts owe or are owed apart, and tells nobody to remind them', async () => {
  const [debtor, creditor] = [await owingShop([5, 20]), await newShop()];
  await pay(creditor, 7);
  const overdue = async () => (await owing({ show: 'overdue' })).total;
  const before = await overdue();
  for (const { id } of [debtor, creditor])
    expect((await server.call('userAdmin.deleteUser', { id }, { as: manager })).outcome).toBe('ok');
  expect(await overdue()).toBe(before - 1);
  const gone = (await owing({ show: 'deleted' })).data;
  expect(gone).toMatchObject([
    { id: debtor.id, name: 'Deleted account', email: '', amount: 5 },
    { id: creditor.id, amount: -7, since: expect.stringMatching(/^20/) },
  ]);
  expect((await remind(debtor.id)).data).toEqual({ reminded: 0 });
});

it('counts open bills of customers, sums all of a search, and tells the worklist what is overdue', async () => {
  const [shop, customer] = [await owingShop([5, 20]), await server.signedIn()];
  const billId = await server.bill(await server.parcel({ receiverEmail: customer.email }), customer, { cents: 900n });
  expect((await owing({ q: customer.email })).data).toMatchObject([{ amount: 9, isOverdue: false }]);
  await server.query("update bills set created_at = now() - interval '15 days' where id = $1", [billId]);
  expect((await owing({ q: customer.email })).data).toMatchObject([{ amount: 9, isOverdue: true }]);
  const { sums, total, data } = await owing({ size: 10, show: 'overdue' });
  expect(total).toBeGreaterThanOrEqual(2);
  expect(data.every(({ isOverdue }) => isOverdue)).toBe(true);
  expect(sums.overdue).toBeGreaterThanOrEqual(14);
  expect((await owing({ page: 1_000, size: 10 })).data).toEqual([]);
  const work = (await server.call('deskAdmin.getWork', undefined, { as: accountant })).data.work;
  expect(work.find(({ kind }) => kind === 'overdue')?.count).toBe(total);
  expect((await owing({ q: shop.email })).sums).toEqual({ owed: 5, overdue: 5 });
});

it('reminds once a day, with what is open and how to pay it, and says so in the trail', async () => {
  const [shop, paid] = [await owingShop([5, 20]), await owingShop([5, 20])];
  await server.bill(await server.parcel({ receiverEmail: shop.email }), shop, { cents: 900n, summary: 'Storage' });
  await pay(paid, 5);
  const both = await Promise.all([remind(shop.id, paid.id), remind(shop.id)]);
  expect(both.map(({ data }) => data.reminded).toSorted()).toEqual([0, 1]);
  const sent = await server.query<{ id: string }>(
    "select id from mails where kind = 'payment-reminder' and receiver = $1",
    [shop.email],
  );
  expect(sent).toHaveLength(1);
  const mail = (await server.call('mail.getMail', { id: sent[0]?.id }, { as: manager })).data;
  expect(mail.next?.text).toMatch(/You owe \$14\.00, the oldest part since .+\./);
  expect(mail.next?.text).toMatch(/Fees on your account: \$5\.00\nReference: RF\d\d/);
  expect(mail.next?.text).toMatch(/Storage: \$9\.00, reference RF\d\d/);
  expect((await owing({ q: shop.email })).data[0]?.lastReminder).not.toBeNull();
  await server.query("update balances set reminded_at = now() - interval '25 hours' where user_id = $1", [shop.id]);
  expect((await remind(shop.id)).data).toEqual({ reminded: 1 });
  const trail = (await server.call('auditAdmin.getEntries', { userId: shop.id, page: {} }, { as: manager })).data.data;
  expect(trail.filter(({ procedure }) => procedure === 'transactionAdmin.remind')).toHaveLength(2);
});

it('reminds by itself who is overdue, again after so many days, only if the brand wants it', async () => {
  const [late, early] = [await owingShop([5, 20]), await owingShop([5, 3])];
  const run = (REMINDER_DAYS: number) =>
    remindOverdue({ ...server.services, environment: { ...server.services.environment, REMINDER_DAYS } });
  const sent = async ({ email }: Person) =>
    (await server.query("select id from mails where kind = 'payment-reminder' and receiver = $1", [email])).length;
  await run(0);
  expect(await sent(late)).toBe(0);
  await run(7);
  await run(7);
  expect([await sent(late), await sent(early)]).toEqual([1, 0]);
  await server.query("update balances set reminded_at = now() - interval '8 days' where user_id = $1", [late.id]);
  await run(7);
  expect(await sent(late)).toBe(2);
});

it('counts a bill that was paid as a payment', async () => {
  const shop = await owingShop([5, 20]);
  const parcel = await server.parcel({ receiverEmail: shop.email });
  const id = await server.bill(parcel, shop, { cents: 900n, summary: 'Storage' });
  await server.call('billAdmin.setBillPaid', { id, paid: true }, { as: accountant });
  expect((await owing({ q: shop.email })).data).toMatchObject([{ amount: 5, lastPayment: expect.any(String) }]);
});

it.each([[], ['courier'], ['shipper'], ['dispatcher']] as const)(
  'shows and reminds for accountants only: %j',
  async (...roles) => {
    const as = await server.signedIn({ roles: [...roles] });
    expect((await server.call('transactionAdmin.getOwing', { page: { page: 1 } }, { as })).outcome).toBe('FORBIDDEN');
    expect((await server.call('transactionAdmin.remind', { ids: [as.id] }, { as, ...key() })).outcome).toBe(
      'FORBIDDEN',
    );
  },
);

type Act =
  | { does: 'create' | 'pay'; cents: number; by: number }
  | { does: 'edit'; pick: number; cents: number; by: number; payer: CreateShipment['payer'] }
  | { does: 'status'; pick: number; status: 'cancelled' | 'in-progress' | 'delivered' };

const cents = fc.integer({ min: 0, max: 2_000 });
const by = fc.nat(1);
const act = fc.oneof<fc.Arbitrary<Act>[]>(
  fc.record({ does: fc.constantFrom('create', 'pay'), cents, by }),
  fc.record({
    does: fc.constant('edit'),
    pick: fc.nat(),
    cents,
    by,
    payer: fc.constantFrom('sender', 'receiver', 'both'),
  }),
  fc.record({
    does: fc.constant('status'),
    pick: fc.nat(),
    status: fc.constantFrom('cancelled', 'in-progress', 'delivered'),
  }),
);

it('every balance is payments less fees, after random days on which several people do things', async () => {
  const property = fc.asyncProperty(fc.array(fc.array(act, { maxLength: 3 }), { maxLength: 12 }), async (days) => {
    const pair = [await newShop(), await newShop()];
    const made: string[] = [];
    const paid = [0, 0];
    const run = async (one: Act) => {
      const [sender, other] = 'by' in one && one.by === 1 ? pair.toReversed() : pair;
      if (!sender || !other) return;
      if (one.does === 'create') made.push(await create(paidBy(sender, { fee: one.cents / 100 })));
      else if (one.does === 'pay' && one.cents > 0) {
        const deposit = { userId: sender.id, amount: one.cents / 100, summary: 'Bank', status: 'successful' };
        const as = await server.signedIn({ roles: ['accountant'] });
        expect((await server.call('transactionAdmin.addDeposit', deposit, { as })).outcome).toBe('ok');
        paid[one.by] = (paid[one.by] ?? 0) + one.cents;
      }
      const id = 'pick' in one ? made[one.pick % made.length] : undefined;
      if (id && one.does === 'status') await setStatus(id, one.status);
      if (id && one.does === 'edit') await edit(id, paidBy(sender, { fee: one.cents / 100, payer: one.payer }));
    };
    for (const day of days) await Promise.all(day.map(run));
    for (const [at, { id }] of pair.entries()) {
      const [row] = await server.query<{ fees: number }>(
        `select coalesce(sum(fee_cents), 0)::int as fees from shipments
         where sender_id = $1 and payer = 'sender' and status <> 'cancelled'`,
        [id],
      );
      expect(await owes({ id })).toBe((row?.fees ?? 0) - (paid[at] ?? 0));
    }
  });
  await fc.assert(property, { numRuns: isThorough ? 300 : 12 });
  expect(await differences()).toEqual([]);
});
