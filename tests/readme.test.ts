/** What the README says of this repository, held against it. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(`${ROOT}README.md`, 'utf8');

/** What stands in backticks in the first column of the table below a heading. */
function firstColumn(heading: string): string[] {
  const [, section = ''] = readme.split(`\n## ${heading}\n`);
  const [table = ''] = section.split('\n## ');
  return Array.from(table.matchAll(/^\| (.*?) \|/gm), ([, cell = '']) => cell).flatMap((cell) =>
    Array.from(cell.matchAll(/`([^`]+)`/g), ([, name = '']) => name),
  );
}

test('says of every dependency what it is here for, and of no other', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
  const used = Object.keys({ ...dependencies, ...devDependencies });
  const named = firstColumn('Dependencies');
  const means = (name: string, one: string) => (name.endsWith('*') ? one.startsWith(name.slice(0, -1)) : name === one);
  expect(used.length).toBeGreaterThan(50);
  expect(used.filter((one) => !named.some((name) => means(name, one)))).toEqual([]);
  expect(named.filter((name) => !used.some((one) => means(name, one)))).toEqual([]);
});

test('names rooms, scripts and pictures that are there', () => {
  const rooms = firstColumn('Where things are').filter((name) => name.includes('/'));
  expect(rooms.length).toBeGreaterThan(10);
  expect(rooms.filter((room) => !existsSync(ROOT + room.replace('/<noun>', '')))).toEqual([]);
  const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
  const told = Array.from(readme.matchAll(/npm run ([\w-]+)/g), ([, name = '']) => name);
  expect(told).toContain('manager');
  expect(told.filter((name) => !(name in scripts))).toEqual([]);
  const pictures = Array.from(readme.matchAll(/<img src="([^"]+)"/g), ([, path = '']) => path);
  expect(pictures.length).toBeGreaterThan(0);
  expect(pictures.filter((path) => !existsSync(ROOT + path))).toEqual([]);
});
