import { expect, test } from 'vitest';
import { describeFilter } from './filter-words.ts';

test('a filter is said part by part, in the order of its fields', () => {
  const filter = { to: '2026-06-30', from: '2026-06-02', status: 'in-progress', q: 'harp', printed: 'no' } as const;
  expect(describeFilter(filter)).toEqual([
    { name: 'q', words: '“harp”' },
    { name: 'status', words: 'In progress' },
    { name: 'printed', words: 'Not printed' },
    { name: 'from', words: 'From 2 Jun 2026' },
    { name: 'to', words: 'To 30 Jun 2026' },
  ]);
  expect(describeFilter({ q: '' })).toEqual([]);
});
