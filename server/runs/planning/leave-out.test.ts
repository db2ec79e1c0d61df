import { expect, it } from 'vitest';
import { leaveOutOfReach } from './leave-out.ts';

const DEPOT = { lat: 57.7, lng: 11.97 };
const HELSINKI = { lat: 60.17, lng: 24.94 };
const COPENHAGEN = { lat: 55.68, lng: 12.57 };
const MALMÖ = { lat: 55.6, lng: 13 };
const stockholm = { depot: DEPOT, timeZone: 'Europe/Stockholm' };

const door = (address: string, more: { at?: typeof DEPOT; country?: string } = {}) => ({
  id: address,
  address,
  country: '',
  ...more,
});
const leftOut = (doors: ReturnType<typeof door>[], from: Parameters<typeof leaveOutOfReach>[1] = stockholm) =>
  leaveOutOfReach(doors, from).map(({ doorId, reason }) => [doorId, reason]);
const near = door('Linnégatan 8, 413 04 Göteborg', { at: DEPOT });

it('another country and what is far away are left out', () => {
  const doors = [
    near,
    door('Vasagatan 1, 411 24 Göteborg', { country: 'Sweden' }),
    door('Rua do Almada 41, 4050-030 Porto', { country: 'Portugal' }),
    door('Mannerheimintie 1, 00100 Helsinki, Finland'),
    door('Mannerheimintie 2, 00100 Helsinki', { at: HELSINKI }),
    door('Peachtree Street 1, Atlanta, GA'),
  ];
  expect(leftOut(doors)).toEqual([
    ['Rua do Almada 41, 4050-030 Porto', 'abroad'],
    ['Mannerheimintie 1, 00100 Helsinki, Finland', 'abroad'],
    ['Mannerheimintie 2, 00100 Helsinki', 'far'],
  ]);
});

it('a place within reach stays, across a border too', () => {
  const across = door('Vesterbrogade 1, 1620 København, Denmark', { at: COPENHAGEN });
  expect(leftOut([near, across], { ...stockholm, depot: MALMÖ })).toEqual([[near.id, 'far']]);
});

it('without a depot most doors say where the day is', () => {
  const far = door('far', { at: HELSINKI });
  const one = { ...stockholm, depot: undefined };
  expect(leftOut([near, { ...near, id: 'second' }, far], one)).toEqual([['far', 'far']]);
  expect(leftOut([near, far], one)).toEqual([]);
});

it('a time zone of no country leaves the country to what is named most', () => {
  const doors = [door('A 1', { country: 'Sweden' }), door('A 2, Sweden'), door('B 1', { country: 'Portugal' })];
  expect(leftOut(doors, { ...stockholm, timeZone: 'UTC' })).toEqual([['B 1', 'abroad']]);
  expect(leftOut([door('C 1')], { ...stockholm, timeZone: 'UTC' })).toEqual([]);
});
