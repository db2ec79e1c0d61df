import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ICON_NAMES } from './icon-names.ts';

test('the stylesheet contains no unused icon', async () => {
  const source = join(import.meta.dirname, '..');
  const files = (await readdir(source, { recursive: true })).filter((name) =>
    /(?<!icon-names|\.test)\.tsx?$/.test(name),
  );
  const texts = await Promise.all(files.map((name) => readFile(join(source, name), 'utf8')));
  const everything = texts.join('\n');
  expect(ICON_NAMES.filter((name) => !everything.includes(`'${name}'`) && !everything.includes(`"${name}"`))).toEqual(
    [],
  );
});
