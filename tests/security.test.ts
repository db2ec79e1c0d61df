/** What docs/security.md says of this repository, held against it. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const page = readFileSync(`${ROOT}docs/security.md`, 'utf8');
const rows = Array.from(
  page.matchAll(/^\| V(\d+)\.(\d+)\.(\d+) \| ([12]) \| (.*) \|$/gm),
  ([, chapter, , , level, rest]) => {
    const [asks = '', state = '', where = '', shownBy = ''] = (rest ?? '').split(' | ').map((cell) => cell.trim());
    return { chapter: Number(chapter), level: Number(level), asks, state, where, shownBy };
  },
);
const numbers = Array.from(page.matchAll(/^\| (V[\d.]+) \|/gm), ([, number]) => number);

/** How many requirements of levels 1 and 2 each chapter of ASVS 5.0.0 has, from V1 on. */
const OF_CHAPTER = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];

test('names files that exist', () => {
  const paths = Array.from(
    page.matchAll(/`((?:server|src|sw|tests|docs)\/[^`]+|package[\w-]*\.json)`/g),
    ([, path]) => path,
  );
  expect(paths.length).toBeGreaterThan(300);
  expect([...new Set(paths)].filter((path) => !existsSync(ROOT + path))).toEqual([]);
});

test('lists every requirement once', () => {
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(rows).toHaveLength(numbers.length);
  expect(OF_CHAPTER.map((_, index) => rows.filter(({ chapter }) => chapter === index + 1).length)).toEqual(OF_CHAPTER);
  expect([1, 2].map((wanted) => rows.filter(({ level }) => level === wanted).length)).toEqual([70, 183]);
});

test('says where each is met, or why it is not', () => {
  const STATES = ['met', 'partly', 'not met', 'operator', 'n/a'];
  expect(rows.filter(({ asks, state, where }) => !asks || !where || !STATES.includes(state))).toEqual([]);
});

test('counts them in its summary', () => {
  const ofChapter = (name: string) => rows.filter(({ chapter }) => name === 'All' || name.startsWith(`V${chapter} `));
  const summary = Array.from(page.matchAll(/^\| (V\d+ [^|]+|All) \| ([\d |]+) \|$/gm), ([, name = '', counts = '']) => {
    const chapter = ofChapter(name);
    const count = (state: string) => chapter.filter((row) => row.state === state).length;
    const levels = [1, 2].map((wanted) => chapter.filter(({ level }) => level === wanted).length);
    expect(counts.split(' | ').map(Number), name).toEqual([
      ...levels,
      ...['met', 'partly', 'not met', 'operator', 'n/a'].map(count),
    ]);
    return name;
  });
  expect(summary).toHaveLength(OF_CHAPTER.length + 1);
});
