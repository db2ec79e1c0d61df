/** Cash on delivery paid by bank before the courier comes, from the tracked page to the sender's account. */
import { describe, expect, it } from 'vitest';
import { compareFees } from '../../server/ledger/store/fees.ts';
import { insertRate } from '../../server/prices/manage-rates.ts';
import { filePaths } from '../../src/domain/file-paths.ts';
import { asSparkasse } from '../support/bank-statements.ts';
import { courierDay, DELIVERED } from '../support/courier-day.ts';
import { sendFile } from '../support/send-file.ts';
import type { Person } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';
import { bankAccountInput } from './procedure-table.ts';

const server = await testServer({ environment: { CURRENCY: 'EUR', SECOND_PERSON_ABOVE: '300' } });
const manager = await server.signInAs('manager');
const by = { as: manager };
const day = courierDay(server, manager);
const account = { ...bankAccountInput('North Parcels'), accountNumber: 'DE89 3704 0044 0532 0130 00' };
await server.call('transactionAdmin.createFallbackBankAccount', account, by);

async function newShop(): Promise<Person> {
  const shop = await server.signedIn({ roles: ['shipper'] });
  await server.call('rateAdmin.setCod', { userId: shop.id, limit: 1_000 }, by);
  await server.services.db.transaction((tx) =>
    insertRate(tx, { userId: shop.id, maxGrams: 100_000, feeCents: 0n, codFeeCents: 250n }),
  );
  return shop;
}

async function ordered(cod = 99) {
  const [shop, receiver] = [await newShop(), await server.signedIn()];
  const details = { cod, senderEmail: shop.email, receiverEmail: receiver.email };
  const { id, trackingId } = await server.parcel(details);
  return { shop, receiver, id, trackingId, details };
}

async function track(trackingId: string, as: Person) {
  const { data } = await server.call('shipment.getShipmentByTrackingId', { trackingId }, { as });
  return data.access === 'detailed' ? data : expect.fail('it isn’t theirs');
}
const referenceOf = async ({ trackingId, receiver }: { trackingId: string; receiver: Person }): Promise<string> =>
  (await track(trackingId, receiver)).payAhead?.reference ?? expect.fail('it can’t be paid ahead');

const entries = async () =>
  (await server.call('bankAdmin.getEntries', { page: 1, size: 100, all: true }, by)).data.data;

type Line = Parameters<typeof asSparkasse>[0];
async function received(amount: number, more: Omit<Line, 'amount'> = {}) {
  const before = new Set((await entries()).map(({ id }) => id));
  const file = asSparkasse({ amount: amount.toFixed(2), id: crypto.randomUUID().slice(0, 16), ...more });
  await sendFile(server, filePaths.bankStatements, file, manager, { 'content-type': 'application/xml' });
  return (await entries()).find(({ id }) => !before.has(id)) ?? expect.fail('it was not imported');
}
const book = async (id: string, more: object = {}) =>
  (await server.call('bankAdmin.book', { ids: [id], ...more }, by)).data;

async function paid(parcel: Awaited<ReturnType<typeof ordered>>, cod = 99) {
  const entry = await received(cod, { ref: await referenceOf(parcel) });
  expect(await book(entry.id)).toEqual({ booked: 1, waits: 0, problems: [] });
}
async function moneyOf({ id }: Person) {
  const rows = await server.query<{ purpose: string; status: string; amount_cents: string }>(
    `select purpose, status, amount_cents from transactions where user_id = $1 and purpose like 'cod%' order by purpose`,
    [id],
  );
  return rows.map(({ purpose, status, amount_cents }) => `${purpose} ${status} ${amount_cents}`);
}
const setStatus = (id: string, status: string) => server.call('shipmentAdmin.updateShipment', { id, status }, by);
const workOf = async (kind: string) =>
  (await server.call('deskAdmin.getWork', undefined, by)).data.work.find((row) => row.kind === kind)?.count ?? 0;

/** Nothing that is kept differs from what its facts say. */
const differences = async () => (await compareFees(server.services.db)).examples;

describe('cash on delivery that is paid ahead', () => {
  it('is shown to its receiver with how to pay, and to nobody else', async () => {
    const { shop, receiver, trackingId } = await ordered();
    expect((await track(trackingId, receiver)).payAhead).toMatchObject({
      amount: 99,
      isIban: true,
      qr: { kind: 'epc' },
    });
    expect(await track(trackingId, shop)).not.toHaveProperty('payAhead');
  });

  it('is the sender’s once it is delivered, less the fee, and the courier collects nothing', async () => {
    const parcel = await ordered();
    const courier = await day.newCourier();
    const { id, shipments } = await day.releasedRun(courier, [parcel.details]);
    const [shipment = expect.fail()] = shipments;
    const { version } = await day.runOf(courier);
    await paid({ ...parcel, ...shipment });
    const run = await day.runOf(courier);
    expect(run.version).toBeGreaterThan(version);
    expect(run.tasks[0]).toMatchObject({ paidAhead: 99 });
    expect(run.tasks[0]).not.toHaveProperty('cod');
    expect(await track(shipment.trackingId, parcel.receiver)).toMatchObject({ paid: { method: 'before', amount: 99 } });
    expect(await moneyOf(parcel.shop)).toEqual(['cod pending 9900', 'cod-fee pending 250']);
    const [task] = (await day.loadAndStart(courier)).tasks;
    await day.visit(courier, task, DELIVERED);
    expect(await moneyOf(parcel.shop)).toEqual(['cod successful 9900', 'cod-fee successful 250']);
    expect(await day.exceptionsOf(id)).toEqual([]);
    expect(await differences()).toEqual([]);
  });

  it('is found by a tracking ID in the text, and never booked with the others', async () => {
    const { id, trackingId, shop } = await ordered(45);
    const entry = await received(45, { text: `Parcel ${trackingId} thanks` });
    expect(entry.match).toMatchObject({ kind: 'cod', guess: true, trackingId });
    expect((await book(entry.id)).booked).toBe(0);
    expect((await book(entry.id, { another: true })).booked).toBe(1);
    await setStatus(id, 'delivered');
    expect(await moneyOf(shop)).toEqual(['cod successful 4500', 'cod-fee successful 250']);
  });

  it('is no more than was asked, once, and not after a courier has collected it', async () => {
    const parcel = await ordered();
    const ref = await referenceOf(parcel);
    expect((await received(98, { ref })).match?.problem).toMatch(/It is for €99.00/);
    const [first, second] = [await received(99, { ref }), await received(99, { ref })];
    expect((await book(first.id)).booked).toBe(1);
    expect((await book(second.id)).problems).toMatchObject([{ message: expect.stringContaining('paid ahead before') }]);
    const other = await ordered();
    const late = await referenceOf(other);
    const courier = await day.newCourier();
    const { shipments } = await day.releasedRun(courier, [other.details]);
    const [task] = (await day.loadAndStart(courier)).tasks;
    await day.visit(courier, task, DELIVERED, { payments: [{ taskId: task?.id, method: 'cash', amount: 99 }] });
    const [{ reference = '' } = {}] = await server.query<{ reference: string }>(
      'select reference from payment_references where shipment_id = $1',
      [shipments[0]?.id],
    );
    expect(reference).not.toBe(late);
    expect((await received(99, { ref: reference })).match?.problem).toMatch(/collected it at the door/);
  });

  it('that arrives after “paid before” at the door is the sender’s at once', async () => {
    const parcel = await ordered();
    const courier = await day.newCourier();
    const { shipments } = await day.releasedRun(courier, [parcel.details]);
    const [shipment = expect.fail()] = shipments;
    const ref = await referenceOf({ ...parcel, ...shipment });
    const [task] = (await day.loadAndStart(courier)).tasks;
    await day.visit(courier, task, DELIVERED, { payments: [{ taskId: task?.id, method: 'before', amount: 99 }] });
    expect((await book((await received(99, { ref })).id)).booked).toBe(1);
    expect(await moneyOf(parcel.shop)).toEqual(['cod successful 9900', 'cod-fee successful 250']);
    expect(await differences()).toEqual([]);
  });

  it('goes back where the shipment doesn’t come, and its sender gets nothing', async () => {
    const parcel = await ordered();
    const ref = await referenceOf(parcel);
    await paid(parcel);
    const remove = await server.call('shipmentAdmin.deleteShipment', { id: parcel.id }, by);
    expect(remove.error?.message).toMatch(/paid ahead, so it stays/);
    const before = await workOf('refunds');
    await setStatus(parcel.id, 'cancelled');
    expect(await workOf('refunds')).toBe(before + 1);
    expect(await moneyOf(parcel.shop)).toEqual(['cod failed 9900', 'cod-fee failed 250']);
    const back = await received(99, { ref, out: true });
    expect(back.match).toMatchObject({ kind: 'cod-returned', problem: null });
    expect((await book(back.id)).booked).toBe(1);
    expect(await workOf('refunds')).toBe(before);
    expect(await differences()).toEqual([]);
  });

  it('that is recalled before the courier comes is collected at the door again', async () => {
    const parcel = await ordered();
    const ref = await referenceOf(parcel);
    await paid(parcel);
    await book((await received(99, { ref, out: true })).id);
    const again = await track(parcel.trackingId, parcel.receiver);
    expect([again.cod, again.paid, again.payAhead?.reference]).toEqual([99, undefined, ref]);
    expect(await moneyOf(parcel.shop)).toEqual(['cod failed 9900', 'cod-fee failed 250']);
    await paid(parcel);
    await setStatus(parcel.id, 'delivered');
    expect((await received(99, { ref, out: true })).match?.problem).toMatch(/its sender has this money/);
    expect(await differences()).toEqual([]);
  });

  it('which is large waits for a second person once it is delivered', async () => {
    const parcel = await ordered(400);
    const entry = await received(400, { ref: await referenceOf(parcel) });
    await book(entry.id);
    await setStatus(parcel.id, 'delivered');
    expect(await moneyOf(parcel.shop)).toEqual(['cod pending 40000', 'cod-fee pending 250']);
    const [{ id = '' } = {}] = await server.query<{ id: string }>(
      `select id from transactions where user_id = $1 and purpose = 'cod'`,
      [parcel.shop.id],
    );
    const decision = { id, agrees: true, amount: 400, status: 'successful' };
    expect((await server.call('transactionAdmin.decide', decision, by)).error?.message).toMatch(
      /entered this yourself/,
    );
    const accountant = await server.signedIn({ roles: ['accountant'] });
    const agreed = await server.call('transactionAdmin.decide', decision, { as: accountant });
    expect(agreed.data).toEqual({ ok: true });
    // So large a credit needs two who have not booked it.
    const second = await server.signedIn({ roles: ['accountant'] });
    await server.call('transactionAdmin.decide', decision, { as: second });
    expect(await moneyOf(parcel.shop)).toEqual(['cod successful 40000', 'cod-fee successful 250']);
    expect(await differences()).toEqual([]);
  });
});
