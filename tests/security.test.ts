/** Checks what docs/security.md and docs/asvs.csv say of this repository. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(`${ROOT}${file}`, 'utf8');
const COLUMNS = ['id', 'level', 'requirement', 'verdict', 'evidence', 'note'] as const;
const rows: Record<(typeof COLUMNS)[number], string>[] = parse(read('docs/asvs.csv'), { columns: true });
const evidenceOf = ({ evidence }: { evidence: string }) => evidence.split(' ').filter(Boolean);

/** How many requirements of levels 1 and 2 each chapter of ASVS 5.0.0 has, from V1 on. */
const OF_CHAPTER = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

test('every file that they name exists', () => {
  const onPage = Array.from(
    read('docs/security.md').matchAll(/`((?:server|src|sw|tests|docs)\/[^`]+)`/g),
    ([, path = '']) => path,
  );
  expect(onPage.length).toBeGreaterThan(50);
  const paths = [...onPage, ...rows.flatMap(evidenceOf)];
  expect([...new Set(paths)].filter((path) => !existsSync(ROOT + path))).toEqual([]);
});

test('every requirement is listed once', () => {
  const ids = rows.map(({ id }) => id);
  expect(ids.filter((id, index) => !/^V\d+\.\d+\.\d+$/.test(id) || ids.indexOf(id) !== index)).toEqual([]);
  const inChapter = (chapter: number) => ids.filter((id) => id.startsWith(`V${chapter}.`)).length;
  expect(OF_CHAPTER.map((_, index) => inChapter(index + 1))).toEqual(OF_CHAPTER);
  expect(['1', '2'].map((wanted) => rows.filter(({ level }) => level === wanted).length)).toEqual([70, 183]);
});

test('what is met names its files, and the rest says why it is not', () => {
  const isComplete = (row: (typeof rows)[number]) =>
    row.verdict === 'met'
      ? evidenceOf(row).length > 0
      : ['partly', 'not met', 'operator', 'n/a'].includes(row.verdict) && row.note !== '';
  expect(rows.filter((row) => !row.requirement || !isComplete(row))).toEqual([]);
  expect(rows.filter(({ note }) => note.split(' ').length > 12)).toEqual([]);
});
