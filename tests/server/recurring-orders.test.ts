import { expect, it } from 'vitest';
import { makeRecurring } from '../../server/orders/recurring-orders.ts';
import { deleteUser } from '../../server/people/delete-user.ts';
import { shiftDay } from '../../src/domain/day.ts';
import type { Recurring } from '../../src/domain/shops/recurring.ts';
import { type Shop, shops, v1Parcel } from '../support/shop.ts';
import type { Person } from '../support/test-server.ts';
import { testServer } from '../support/vitest.ts';

const TODAY = new Date().toISOString().slice(0, 10);
const weekdayOf = (day: string) => ((new Date(day).getUTCDay() + 6) % 7) + 1;
const inDays = (days: number) => ({ day: shiftDay(TODAY, days), weekdays: [weekdayOf(shiftDay(TODAY, days))] });
const at = (day: string, time: string) => new Date(`${day}T${time}:00Z`);

const server = await testServer();
const { newShop, newRate, ask } = shops(server);
await newRate();
const manager = await server.signInAs('manager');

async function order(shop: Shop, details: object = {}): Promise<string> {
  const payload = v1Parcel({ description: 'Two crates', reference: 'first', ...details });
  const { body } = await ask<{ id: string }>(shop.key, '/v1/shipments', { method: 'POST', payload });
  return body.id;
}
const repeat = async (id: string, weekdays: readonly number[], as: Person) =>
  (await server.call('recurring.repeat', { id, weekdays }, { as })).outcome;
const listed = async (as: Person): Promise<Recurring[]> =>
  (await server.call('recurring.list', undefined, { as })).data;
const madeFor = (shop: Person, day: string) =>
  server.query(
    `select description, reference, ship_to, fee_cents::int as fee from shipments
      where sender_id = $1 and ship_date = $2::date and reference = '' order by created_at`,
    [shop.id, day],
  );

it('an order comes again the day before from noon on, once, on two servers, with today’s fee', async () => {
  const [shop, other] = [await newShop(), await testServer({ database: server.database })];
  const id = await order(shop);
  const { day, weekdays } = inDays(3);
  expect(await repeat(id, weekdays, shop)).toBe('ok');
  expect(await listed(shop)).toMatchObject([{ id, weekdays, nextOn: day, problem: '', receiverName: 'Elin Strand' }]);
  await makeRecurring(server.services, at(shiftDay(day, -1), '11:59'));
  expect(await madeFor(shop, day)).toEqual([]);
  await server.query('update rates set fee_cents = 690');
  const noon = at(shiftDay(day, -1), '12:00');
  await Promise.all([server, other].map(({ services }) => makeRecurring(services, noon)));
  await makeRecurring(server.services, at(day, '09:00'));
  const made = { description: 'Two crates', reference: '', fee: 690, ship_to: expect.stringContaining('Linnégatan 8') };
  expect(await madeFor(shop, day)).toEqual([made]);
  expect(await listed(shop)).toMatchObject([{ nextOn: shiftDay(day, 7) }]);
  expect(await listed(await newShop())).toEqual([]);
});

it('a day off is left out, one that was missed is not made up for, and none end it', async () => {
  const shop = await newShop();
  const id = await order(shop);
  const { day, weekdays } = inDays(2);
  await repeat(id, weekdays, shop);
  const closed = await testServer({ database: server.database, environment: { DAYS_OFF: day } });
  await makeRecurring(closed.services, at(day, '08:00'));
  await makeRecurring(server.services, at(shiftDay(day, 1), '08:00'));
  expect(await madeFor(shop, day)).toEqual([]);
  expect((await closed.call('recurring.list', undefined, { as: shop })).data).toMatchObject([
    { nextOn: shiftDay(day, 7) },
  ]);
  expect(await repeat(id, [], shop)).toBe('ok');
  expect(await listed(shop)).toEqual([]);
  await makeRecurring(server.services, at(shiftDay(day, 7), '08:00'));
  expect(await madeFor(shop, shiftDay(day, 7))).toEqual([]);
});

it('what can’t be made says why and waits among the drafts; the next one is as its shipment is corrected', async () => {
  const prepaid = await testServer({ database: server.database, environment: { PREPAID_SHIPPING: '1' } });
  const shop = await newShop();
  const id = await order(shop, { cash_on_delivery: undefined });
  const { day, weekdays } = inDays(4);
  await repeat(id, weekdays, shop);
  await makeRecurring(prepaid.services, at(day, '07:00'));
  await makeRecurring(prepaid.services, at(day, '08:00'));
  expect(await madeFor(shop, day)).toEqual([]);
  expect(await listed(shop)).toMatchObject([
    { problem: expect.stringMatching(`^${day}: This costs .* your balance is`) },
  ]);
  const { data: drafts } = (await server.call('shipper.getDrafts', { page: 1 }, { as: shop })).data;
  expect(drafts).toMatchObject([{ fields: { description: 'Two crates', weightG: '1200', city: 'Göteborg' } }]);
  await server.query(`update shipments set description = 'Three crates' where id = $1`, [id]);
  await makeRecurring(server.services, at(shiftDay(day, 7), '07:00'));
  expect(await madeFor(shop, shiftDay(day, 7))).toMatchObject([{ description: 'Three crates' }]);
  expect(await listed(shop)).toMatchObject([{ problem: '' }]);
});

it('only its shop and the desk repeat a shipment; nothing comes of it once the shop may send no more', async () => {
  const [shop, gone] = [await newShop(), await newShop()];
  const [id, other] = [await order(shop), await order(gone)];
  const { day, weekdays } = inDays(5);
  expect(await repeat(id, weekdays, gone)).toBe('NOT_FOUND');
  expect(await repeat(id, [8], shop)).toBe('BAD_REQUEST');
  for (const one of [id, other]) expect(await repeat(one, weekdays, manager)).toBe('ok');
  expect((await listed(manager)).map((row) => row.id)).toEqual(expect.arrayContaining([id, other]));
  expect(await listed(shop)).toMatchObject([{ id }]);
  await server.query(`update users set roles = '{}' where id = $1`, [shop.id]);
  await server.inUnit((unit) => deleteUser(unit, { id: gone.id }), manager);
  await makeRecurring(server.services, at(day, '07:00'));
  expect(await madeFor(shop, day)).toEqual([]);
  expect(await server.query('select from recurring_orders where shipment_id = $1', [other])).toEqual([]);
});

it('the desk repeats what came by phone, with its price, until it is deleted', async () => {
  const { id } = await server.parcel({ senderName: 'Bageri Kaj', description: 'Bread', fee: 12.5 });
  const { day, weekdays } = inDays(6);
  expect(await repeat(id, weekdays, manager)).toBe('ok');
  const made = () => server.query(`select fee_cents::int as fee from shipments where description = 'Bread'`);
  await makeRecurring(server.services, at(day, '07:00'));
  expect(await made()).toEqual([{ fee: 1250 }, { fee: 1250 }]);
  await server.call('shipmentAdmin.deleteShipment', { id }, { as: manager });
  await makeRecurring(server.services, at(shiftDay(day, 7), '07:00'));
  expect(await made()).toHaveLength(2);
});
