import { expect, test } from 'vitest';
import { lengthOf, orderStops } from '../../../src/domain/routing/order-stops.ts';
import { DEPOT, simulateDay } from '../../support/simulated-day.ts';

const DAYS = 500;

test('each window of 500 possible days is kept', { timeout: 600_000 }, () => {
  const missed: string[] = [];
  let [found, planned] = [0, 0];
  for (let seed = 1; seed <= DAYS; seed += 1) {
    const { stops, driven } = simulateDay(seed);
    const { ids, late = [] } = orderStops(stops, { depot: DEPOT, end: DEPOT });
    const isBroken = stops.some(({ id, before = [] }) => before.some((one) => ids.indexOf(one) < ids.indexOf(id)));
    if (late.length > 0 || isBroken) missed.push(`day ${seed} of ${stops.length} stops`);
    found += lengthOf(
      ids.flatMap((id) => stops.find((stop) => stop.id === id) ?? []),
      DEPOT,
      DEPOT,
    );
    planned += lengthOf(driven, DEPOT, DEPOT);
  }
  expect(missed).toEqual([]);
  // Each day was driven like this, so that it is possible; the search finds much shorter ones.
  expect(found).toBeLessThan(planned);
});
