import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mergeRows, parseFiguresPage, recordRow, renderFiguresPage, unmeasuredRows } from './figures-page.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/figures.md'), 'utf8');

test('the page of figures is what the bench would write', () => {
  const rows = parseFiguresPage(page);
  expect(rows.length).toBeGreaterThan(50);
  const [, date = '', machine = ''] = /^Last run: ([\d-]+), (.+)$/m.exec(page) ?? [];
  expect(renderFiguresPage(rows, date, machine)).toBe(page);
});

const row = (what: string, ours: string) => ({ what, ours, comparedWith: '', ratio: '', limit: '≤ 2 ms', isMet: true });

test('a run replaces the rows it measured and keeps the others', () => {
  const before = [
    recordRow('start', '2026-01-01', row('Ready', '1 ms')),
    recordRow('live', '2026-01-01', row('Old name', '1 ms')),
  ];
  const measured = [recordRow('live', '2026-02-02', row('New name', '2 ms'))];
  const merged = mergeRows(before, measured, ['live', 'start']);
  expect(merged).toEqual([measured[0], before[0]]);
  expect(parseFiguresPage(renderFiguresPage(merged, '2026-02-02', '2 × CPU'))).toEqual(merged);
});

test('a figure that cannot be measured says so, and not what it was', () => {
  const before = [
    recordRow('live', '2026-01-01', row('News', '1 ms')),
    recordRow('start', '2026-01-01', row('Ready', '2 ms')),
  ];
  const merged = mergeRows(before, unmeasuredRows('live', '2026-02-02', before), ['live', 'start', 'new']);
  expect(merged).toMatchObject([{ what: 'News', ours: '', date: '2026-02-02', met: 'NOT MEASURED' }, before[1]]);
  expect(parseFiguresPage(renderFiguresPage(merged, '2026-02-02', '2 × CPU'))).toEqual(merged);
  expect(unmeasuredRows('new', '2026-02-02', before)).toMatchObject([{ what: 'new', met: 'NOT MEASURED' }]);
});
