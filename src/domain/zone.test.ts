import { expect, test } from 'vitest';
import { zoneOf } from './zone.ts';

test.for<[address: string, zone: string]>([
  ['12 Kirkstall Road, Leeds LS10 1AB', 'LS10'],
  ['1 Long Acre, London, wc2e9lg', 'WC2E'],
  ['Linnégatan 8, 413 04 Gothenburg', '413'],
  ['Rua do Almada 41, 4050-030 Porto', '4050'],
  ['Damrak 210, 1012 AB Amsterdam', '1012'],
  ['1200 Main Street, Portland, OR 97201', '97201'],
  ['Storgatan 2, Oslo', ''],
  ['1200 Main Street', ''],
  ['', ''],
])('the zone of %s is “%s”', ([address, zone]) => {
  expect(zoneOf(address)).toBe(zone);
});
