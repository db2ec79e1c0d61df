/** What the README and the pages it links to say about this repository, checked against it. */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(`${ROOT}${file}`, 'utf8');
const readme = read('README.md');

/** The names in backticks in the first column of the tables in a section. */
function firstColumn(section: string): string[] {
  return Array.from(section.matchAll(/^\| (.*?) \|/gm), ([, cell = '']) => cell).flatMap((cell) =>
    Array.from(cell.matchAll(/`([^`]+)`/g), ([, name = '']) => name),
  );
}

test('every dependency is explained, and no other package is listed', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
  const used = Object.keys({ ...dependencies, ...devDependencies });
  const named = firstColumn(read('docs/dependencies.md'));
  const means = (name: string, one: string) => (name.endsWith('*') ? one.startsWith(name.slice(0, -1)) : name === one);
  expect(used.length).toBeGreaterThan(50);
  expect(used.filter((one) => !named.some((name) => means(name, one)))).toEqual([]);
  expect(named.filter((name) => !used.some((one) => means(name, one)))).toEqual([]);
});

test('the folders, scripts and pictures it names exist', () => {
  const [, whereThingsAre = ''] = readme.split('\n## Where things are\n');
  const [table = ''] = whereThingsAre.split('\n## ');
  const rooms = firstColumn(table).filter((name) => name.includes('/'));
  expect(rooms.length).toBeGreaterThan(10);
  expect(rooms.filter((room) => !existsSync(ROOT + room.replace('/<noun>', '')))).toEqual([]);
  const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
  const named = [readme, read('docs/operating.md')].flatMap((text) =>
    Array.from(text.matchAll(/npm run ([\w-]+)/g), ([, name = '']) => name),
  );
  expect(named).toContain('manager');
  expect(named).toContain('backup');
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
  const pictures = Array.from(readme.matchAll(/<img src="([^"]+)"/g), ([, path = '']) => path);
  expect(pictures.length).toBeGreaterThan(0);
  expect(pictures.filter((path) => !existsSync(ROOT + path))).toEqual([]);
});
