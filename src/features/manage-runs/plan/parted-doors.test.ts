import { expect, it } from 'vitest';
import type { PlannedDoor } from '../../../domain/routing/plan.ts';
import { partedDoors, type Share } from './use-proposal.ts';

const door = (id: string, more: Partial<PlannedDoor> = {}): PlannedDoor => ({
  id,
  address: `Kaj ${id}`,
  stops: 1,
  shipmentIds: [id],
  ...more,
});
const share = (name: string | null, ...doors: PlannedDoor[]): Share => ({
  doors,
  km: null,
  minutes: 0,
  courier: name === null ? null : { id: name, name },
});
const pickup = door('shop', { collection: { id: 'p', party: 'Harbour Books', expected: 2 }, before: ['1', '2'] });

it('names each door that lost the pickup before it, once a courier would drive there', () => {
  const named = (...shares: Share[]) =>
    partedDoors(shares).map((one) => [one.door.id, one.courier.name, one.collector?.name ?? null]);
  expect(named(share('Bo', pickup, door('1'), door('2')), share('Ann', door('3')))).toEqual([]);
  expect(named(share('Bo', pickup, door('1')), share('Ann', door('2')), share(null))).toEqual([['2', 'Ann', 'Bo']]);
  expect(named(share('Bo', door('1')), share(null, pickup, door('2')))).toEqual([['1', 'Bo', null]]);
});
