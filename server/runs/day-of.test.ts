import { expect, it } from 'vitest';
import { dayOf } from './day-of.ts';

it('is the brand’s calendar day, past its midnight and through both changes of clocks', () => {
  const at = (iso: string) => dayOf('today', 'Europe/Stockholm', new Date(iso));
  expect(at('2026-11-20T22:59:59Z')).toBe('2026-11-20');
  expect(at('2026-11-20T23:00:00Z')).toBe('2026-11-21');
  expect(at('2026-03-28T23:30:00Z')).toBe('2026-03-29');
  expect(at('2026-03-29T22:30:00Z')).toBe('2026-03-30');
  expect(at('2026-10-25T22:59:59Z')).toBe('2026-10-25');
  expect(at('2026-10-25T23:00:00Z')).toBe('2026-10-26');
  expect(dayOf('2026-11-21', 'Pacific/Auckland')).toBe('2026-11-21');
});
