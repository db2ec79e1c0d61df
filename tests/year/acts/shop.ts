/** What shops do, on their pages and through their programs. */
import { randomUUID } from 'node:crypto';
import { shiftDay } from '../../../src/domain/day.ts';
import { NEXT_ACTS } from '../../../src/domain/next-step.ts';
import type { Shop } from '../../support/shop.ts';
import { v1Parcel, v1Pickup } from '../../support/shop.ts';
import { wordsOf } from '../new-world.ts';
import { type Act, ask, askV1, attempt, endRights, type MadeParcel, pickOf, today, type World } from '../world.ts';

/** The whole day, so that no act depends on when the tests run. */
const ALL_DAY = { from: '00:00', until: '23:59' };

const asShop =
  (act: (world: World, shop: Shop, drawn: number) => Promise<void>): Act =>
  async (world, which, drawn) => {
    const shop = pickOf(world.shops, which);
    if (shop) await act(world, shop, drawn);
  };

/** Lets the shop of a parcel act, if a shop has sent it. */
const withOwn =
  (act: (world: World, parcel: MadeParcel & { shop: Shop }, drawn: number) => Promise<void>): Act =>
  async (world, which, drawn) => {
    const own = world.parcels.flatMap((parcel) => (parcel.shop ? [{ ...parcel, shop: parcel.shop }] : []));
    const parcel = pickOf(own, which);
    if (parcel) await act(world, parcel, drawn);
  };

export const SHOP_ACTS: Record<string, Act> = {
  'a shop orders': asShop(async (world, shop, drawn) => {
    const count = 1 + (drawn % 3);
    const receiver = { name: 'Elin Strand', email: `elin.${randomUUID()}@example.com`, phone: '+46 31 555 0192' };
    const input = v1Parcel({ receiver, parcels: count, ...(drawn % 2 === 0 && { cod: 20 }) });
    const { body, status } = await askV1(world, shop.key, '/v1/shipments', input);
    if (status === 201) world.parcels.push({ id: String(body.id), trackingId: String(body.tracking_id), count, shop });
  }),
  'a shop corrects an order': withOwn(async (world, { id, shop }, drawn) => {
    const changes = [
      { description: 'Three books' },
      { receiver: { phone: `+46 70 555 ${1000 + (drawn % 9000)}` } },
      { receiver: { email: `new.${randomUUID()}@example.com` } },
      { address: { line1: `Linnégatan ${drawn % 90}`, city: 'Göteborg', postcode: '413 04', country: 'Sweden' } },
    ];
    const change = pickOf(changes, drawn) ?? {};
    const { status } = await askV1(world, shop.key, `/v1/shipments/${id}`, change, 'PATCH');
    if (status === 200 && 'receiver' in change) endRights(world, id, 'receiver');
  }),
  'a shop cancels': withOwn(async (world, { id, shop }) => {
    await askV1(world, shop.key, `/v1/shipments/${id}/cancel`, {});
  }),
  'a shop decides what happens next': withOwn(async (world, { id, shop }, drawn) => {
    const act = pickOf(NEXT_ACTS, drawn);
    const day = shiftDay(today(world), 1 + (drawn % 3));
    const needsDay = act === 'try-again' || act === 'another-address';
    const address = act === 'another-address' ? { address: 'Kungsgatan 3, 411 19 Göteborg' } : {};
    await askV1(world, shop.key, `/v1/shipments/${id}/decide`, { act, ...(needsDay && { day }), ...address });
  }),
  'a shop has parcels sent back': withOwn(async (world, { id, count, shop }, drawn) => {
    const input = { id, ...(drawn % 2 === 0 && { parcels: 1 + (drawn % count) }) };
    const headers = { 'idempotency-key': randomUUID() };
    await attempt(world, 'shipper.createReturn', input, { as: shop, headers });
  }),
  'a shop answers a new address': asShop(async (world, shop, drawn) => {
    const { data } = await ask(world, 'shipper.getAskedAddresses', undefined, { as: shop });
    const asked = pickOf(data, drawn);
    if (!asked) return;
    const { id, choiceId, text } = asked;
    const agreed = { id, choiceId: randomUUID(), kind: 'address', text };
    if (drawn % 2 === 0) await attempt(world, 'choice.make', agreed, { as: shop });
    else await attempt(world, 'choice.withdraw', { id, choiceId }, { as: shop });
  }),
  'a shop asks for a courier': asShop(async (world, shop, drawn) => {
    const pickup = v1Pickup({ day: today(world), ...ALL_DAY, parcels: 1 + (drawn % 3) });
    const { body, status } = await askV1(world, shop.key, '/v1/pickups', pickup);
    if (status === 201) world.pickups.push(String(body.id));
  }),
  'a shop has a courier come regularly': asShop(async (world, shop, drawn) => {
    const weekdays = drawn % 4 === 0 ? [] : [1, 2, 3, 4, 5, 6, 7];
    const input = { weekdays, from: '09:00', until: drawn % 2 === 0 ? '12:00' : '17:00', parcels: 3 };
    await attempt(world, 'shipper.savePickupDays', input, { as: shop });
  }),
  'a shop changes or cancels a pickup': asShop(async (world, shop, drawn) => {
    const { data } = (await ask(world, 'shipper.getPickups', {}, { as: shop })).data;
    const one = pickOf(data, drawn);
    if (!one) return;
    const change = {
      id: one.id,
      day: shiftDay(one.day, drawn % 2),
      from: '10:00',
      until: '11:00',
      parcels: 2,
      note: '',
    };
    if (drawn % 3 === 0) await attempt(world, 'shipper.cancelPickup', { id: one.id }, { as: shop });
    else await attempt(world, 'shipper.changePickup', change, { as: shop });
  }),
  'a shop moves': asShop(async (world, shop, drawn) => {
    const [firstName, lastName] = wordsOf(shop).slice(1);
    const person = { firstName, lastName, phone: '+46 31 555 0100', dob: '1990-01-02', nationality: 'Sweden' };
    const address = `Moved to Kaj ${drawn} of ${shop.id.slice(-6)}`;
    const profile = { ...person, address, city: 'Göteborg', state: 'VG' };
    await attempt(world, 'user.updateProfile', profile, { as: shop });
  }),
  'a shop renames itself': asShop(async (world, shop, drawn) => {
    const sender = { name: `Books ${drawn} of ${shop.id.slice(-6)}`, phone: '+46 31 555 0100', country: 'Sweden' };
    await attempt(world, 'shipper.saveSender', sender, { as: shop });
  }),
  'a shop changes who pays for returns': asShop(async (world, shop, drawn) => {
    const mode = pickOf(['on', 'ask', 'off'] as const, drawn);
    const input = { mode, days: 14, payer: drawn % 2 === 0 ? 'shop' : 'receiver', perShipment: 3 };
    await attempt(world, 'shipper.saveReturns', input, { as: shop });
  }),
};
