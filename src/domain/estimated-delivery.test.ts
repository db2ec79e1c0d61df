import { expect, it } from 'vitest';
import { estimatedDelivery } from './estimated-delivery.ts';
import type { Today } from './shipment.ts';

const ZONE = 'Europe/Stockholm';
const NOW = new Date('2026-11-25T12:10:00.000Z');
const at = (clock: string) => `2026-11-25T${clock}:00.000Z`;
const OUT: Today = { state: 'out', day: '2026-11-25', stopsBefore: 4, confirmedAt: at('12:05') };
const PLANNED: Today = { state: 'on-a-run', day: '2026-11-26', confirmedAt: at('12:05') };
const UNKNOWN = 'Information not available';
const { stopsBefore: _, ...TRIED } = OUT;

it.each<[said: string, expected: Parameters<typeof estimatedDelivery>[0]]>([
  ['Delivered', { status: 'delivered', today: OUT }],
  [
    'Today, 02:10 PM to 03:40 PM (Stockholm time)',
    { status: 'delivery', today: { ...OUT, from: at('13:10'), to: at('14:40') } },
  ],
  ['Today', { status: 'delivery', today: { ...OUT, from: at('10:10'), to: at('11:40') } }],
  ['Today', { status: 'delivery', today: OUT }],
  [UNKNOWN, { status: 'delivery', today: TRIED }],
  ['Thursday 26 November', { status: 'in-progress', today: PLANNED, deliveryDate: at('20:00') }],
  ['Today', { status: 'in-progress', today: { ...PLANNED, day: '2026-11-25' } }],
  ['Thursday 26 November', { status: 'shipped', deliveryDate: at('23:30') }],
  ['Today', { status: 'shipped', deliveryDate: at('09:00') }],
  [UNKNOWN, { status: 'shipped', deliveryDate: '2026-11-24T22:00:00.000Z' }],
  [UNKNOWN, { status: 'cancelled', today: OUT, deliveryDate: at('20:00') }],
  [UNKNOWN, { status: 'shipped', deliveryDate: null }],
])('estimates %s', (said, expected) => {
  expect(estimatedDelivery(expected, NOW, ZONE, 'Stockholm time')).toBe(said);
});
