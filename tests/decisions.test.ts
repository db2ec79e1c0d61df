/** The decision pages are short, have one form, and are in the index. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const FOLDER = fileURLToPath(new URL('../docs/decisions/', import.meta.url));
const read = (name: string) => readFileSync(`${FOLDER}${name}`, 'utf8');
const countWords = (text: string) => text.split(/\s+/).filter(Boolean).length;
const index = read('README.md');
const names = readdirSync(FOLDER).filter((name) => name !== 'README.md');
const PARTS = ['\n**Context.** ', '\n**Decision', '\n**Consequences.** ', '\n**Status.** '];

test.each(names)('%s has a title, four parts, at most 250 words and a line in the index', (name) => {
  const page = read(name);
  const [number = ''] = name.split('-');
  const title = /^# (\d{4}): (.+)\n/.exec(page);
  expect(title?.[1]).toBe(number);
  expect(PARTS.filter((part) => !page.includes(part))).toEqual([]);
  expect(page).toMatch(/\n\*\*Status\.\*\* (Accepted|Superseded by \d{4})[^\n]*\.\n$/);
  expect(countWords(page)).toBeLessThanOrEqual(250);
  expect(index).toContain(`- [${number} ${title?.[2]}](${name})\n`);
});

test('all together have at most 8,000 words', () => {
  expect(countWords([index, ...names.map(read)].join('\n'))).toBeLessThanOrEqual(8_000);
});

test('the page on security has at most 1,500 words', () => {
  expect(countWords(readFileSync(`${FOLDER}../security.md`, 'utf8'))).toBeLessThanOrEqual(1_500);
});
