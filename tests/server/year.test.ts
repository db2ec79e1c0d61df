/** A year of a business: everybody acts in any order, and the books stay right. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CHOICE_KINDS } from '../../src/domain/choices.ts';
import { shops } from '../support/shop.ts';
import '../support/property-seed.ts';
import { isThorough } from '../support/thorough.ts';
import { testServer } from '../support/vitest.ts';
import { ACTS } from '../year/acts.ts';
import { closeBooks, readAfterAct, readBooks } from '../year/books.ts';
import { newWorld } from '../year/new-world.ts';
import { bankAccountInput } from './procedure-table.ts';

const server = await testServer({
  environment: {
    CHOICES: CHOICE_KINDS.join(','),
    CURRENCY: 'EUR',
    DISCARD: '1',
    SECOND_PERSON_ABOVE: '100',
    TAX_RATES: '2025-01-01 VAT 25',
  },
});
const manager = await server.signInAs('manager');
await shops(server).newRate({ returnFeeCents: 450n });
const ours = { ...bankAccountInput('North Parcels'), accountNumber: 'DE89 3704 0044 0532 0130 00' };
await server.call('transactionAdmin.createFallbackBankAccount', ours, { as: manager });

const names = Object.keys(ACTS);
const step = fc.record({ act: fc.constantFrom(...names), which: fc.nat(99), drawn: fc.nat(99_999) });
/** Days that go as they should, which random acts rarely make, before and between them. */
const USUAL = [
  // Twice, as most days are about deliveries.
  ...[1, 2].map(
    () =>
      'a shop orders, the desk makes one, a shop asks for a courier, the desk makes a run, the desk receives, ' +
      'a receiver looks, the desk fills a run, the desk releases a run, a courier loads, a courier starts, ' +
      'a courier collects, a courier visits, a courier visits, a courier hands in, a courier brings back, ' +
      'a courier closes, a shop decides what happens next, a receiver sends parcels back, emails are sent',
  ),
  'a shop orders, a receiver chooses, a receiver looks, a receiver disputes, the desk opens or locks choices, ' +
    'a receiver chooses, the desk corrects whom a parcel is for, a shop has a courier come regularly, a shop moves, ' +
    'a shop cancels, emails are sent, a receiver stops emails',
  'somebody counts cash, an accountant enters a deposit, a second person decides, statements become due, ' +
    'an accountant credits a statement, a shop withdraws money, an accountant makes a file for the bank, ' +
    'the bank sends what moved, an accountant books what the bank sent',
].map((day) => day.split(', '));
const usual = fc
  .tuple(fc.constantFrom(...USUAL), fc.nat(99_999))
  .map(([acts, drawn]) => acts.map((act, at) => ({ act, which: 0, drawn: drawn + at * 7 })));
const days = fc.array(fc.tuple(usual, fc.array(step, { maxLength: 16 })), {
  minLength: 1,
  maxLength: isThorough ? 8 : 4,
});
/** All books are read after so many acts, and at the end. */
const READ_EVERY = isThorough ? 3 : 8;
/** The size of a thorough run; `npm run torture -- year` says another. */
const { YEAR_MINUTES = '10' } = process.env;

it('keeps every parcel in one place, and says the same of it everywhere', { timeout: 3_600_000 }, async () => {
  expect(USUAL.flat().filter((act) => !names.includes(act))).toEqual([]);
  let steps = 0;
  await fc.assert(
    fc.asyncProperty(days, async (drawnDays) => {
      const world = await newWorld(server, manager);
      try {
        for (const { act, which, drawn } of drawnDays.flatMap(([one, more]) => [...one, ...more])) {
          world.log.push(`- ${act}`);
          await ACTS[act]?.(world, which, drawn);
          steps += 1;
          await (steps % READ_EVERY === 0 ? readBooks(world) : readAfterAct(world));
        }
        await closeBooks(world);
      } catch (error) {
        throw new Error(`${(error as Error).message}\n${world.log.slice(-150).join('\n')}`, { cause: error });
      }
    }),
    {
      numRuns: isThorough ? 1_000_000 : 3,
      endOnFailure: process.env.SHRINK === undefined,
      ...(isThorough && { interruptAfterTimeLimit: Number(YEAR_MINUTES) * 60_000 }),
    },
  );
  expect(steps).toBeGreaterThan(30);
});
