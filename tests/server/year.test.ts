/** A year of a business: everybody acts in any order, and the books stay right. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { insertRate } from '../../server/stores/shops/rates.ts';
import { CHOICE_KINDS } from '../../src/domain/choices.ts';
import { type Shop, shops } from '../support/shop.ts';
import '../support/property-seed.ts';
import { isThorough } from '../support/thorough.ts';
import { testServer } from '../support/vitest.ts';
import { ACTS } from '../year/acts.ts';
import { readBooks, readLedgers } from '../year/books.ts';
import type { World } from '../year/world.ts';

const server = await testServer({ environment: { CHOICES: CHOICE_KINDS.join(',') } });
const manager = await server.signInAs('manager');
const { newShop, newRate } = shops(server);
await newRate();

async function newCodShop(): Promise<Shop> {
  const shop = await newShop();
  await server.call('rateAdmin.setCod', { userId: shop.id, limit: 1_000 }, { as: manager });
  await server.inUnit((unit) =>
    insertRate(unit.tx, { userId: shop.id, maxGrams: 100_000, feeCents: 590n, codFeeCents: 250n }),
  );
  return shop;
}

async function newWorld(): Promise<World> {
  return {
    server,
    manager: { ...manager, token: await server.newSession(manager) },
    couriers: [
      await server.signedIn({ courier: true, firstName: 'Ann' }),
      await server.signedIn({ courier: true, firstName: 'Bo' }),
    ],
    shops: [await newCodShop(), await newCodShop()],
    parcels: [],
    runs: [],
    pickups: [],
    scans: [],
    facts: [],
    endedCodes: [],
    places: new Map(),
    log: [],
  };
}

const names = Object.keys(ACTS);
const step = fc.record({ act: fc.constantFrom(...names), drawn: fc.nat(9_999) });
/** A day that goes as it should, which random acts rarely make, before and between them. */
const USUAL = [
  'a shop orders',
  'the desk makes one',
  'a shop asks for a courier',
  'the desk makes a run',
  'the desk receives',
  'the desk fills a run',
  'the desk releases a run',
  'a courier loads',
  'a courier starts',
  'a courier collects',
  'a courier visits',
  'a courier hands in',
  'a courier brings back',
  'a courier closes',
];
const usual = fc.nat(9_999).map((drawn) => USUAL.map((act) => ({ act, drawn })));
const days = fc.array(fc.tuple(usual, fc.array(step, { maxLength: 14 })), {
  minLength: 1,
  maxLength: isThorough ? 8 : 3,
});

it('keeps every parcel in one place, and says the same of it everywhere', { timeout: 600_000 }, async () => {
  let steps = 0;
  await fc.assert(
    fc.asyncProperty(days, async (drawnDays) => {
      const world = await newWorld();
      try {
        for (const { act, drawn } of drawnDays.flatMap(([one, more]) => [...one, ...more])) {
          world.log.push(`- ${act}`);
          await ACTS[act]?.(world, drawn);
          await readBooks(world);
          steps += 1;
        }
        await readLedgers(world);
      } catch (error) {
        throw new Error(`${(error as Error).message}\n${world.log.slice(-40).join('\n')}`, { cause: error });
      }
    }),
    { numRuns: isThorough ? 200 : 3, endOnFailure: process.env.SHRINK === undefined },
  );
  expect(steps).toBeGreaterThan(30);
});
