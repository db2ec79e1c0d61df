/**
 * Every text, route, field, role, procedure and constant of the specification, with the test file
 * that shows it. A row of the current issue or an earlier one fails unless that file asserts its
 * literal; spec-coverage/assertions.ts says what counts as asserting. Rows of later issues only
 * name the issue, and start to fail when its turn comes.
 */
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Assertion, assertionsIn, withHoles } from './spec-coverage/assertions.ts';
import { errors } from './spec-coverage/errors.ts';
import { fields } from './spec-coverage/fields.ts';
import { limits } from './spec-coverage/limits.ts';
import { procedures } from './spec-coverage/procedures.ts';
import { roles } from './spec-coverage/roles.ts';
import { CURRENT_ISSUE, ISSUES, type Row, rowsOf } from './spec-coverage/row.ts';
import { screens } from './spec-coverage/screens.ts';
import { states } from './spec-coverage/states.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const rows = rowsOf([...screens, ...states, ...fields, ...roles, ...procedures, ...errors, ...limits]);

const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8');
const known = new Map<string, Assertion[]>();

function assertionsOf(path: string): Assertion[] {
  const assertions = known.get(path) ?? assertionsIn(path, read);
  known.set(path, assertions);
  return assertions;
}

/** What is wrong with a row, or null. */
function complaint(row: Row): string | null {
  const literal = typeof row.as === 'number' ? row.as : withHoles(row.as ?? row.what);
  if (typeof row.as === 'string' && /\{.*\}/.test(row.what) && !fillsIn(row.what, row.as)) {
    return `'${row.as}' is not '${row.what}' filled in`;
  }
  if ('issue' in row) {
    const isLater = ISSUES.indexOf(row.issue) > ISSUES.indexOf(CURRENT_ISSUE);
    return isLater ? null : `'${row.what}' belongs to '${row.issue}', which is built: it needs a test`;
  }
  if (!existsSync(`${ROOT}${row.shownBy}`)) return `there is no file ${row.shownBy}`;
  const isShown = assertionsOf(row.shownBy).some((assertion) => shows(assertion, literal, row.of));
  return isShown ? null : `${row.shownBy} does not assert '${row.as ?? row.what}'${row.of ? ` of ${row.of}` : ''}`;
}

function shows({ literals, names }: Assertion, literal: string | number, of: string | undefined): boolean {
  return literals.has(literal) && (of === undefined || literals.has(of) || names.has(of));
}

/** Whether a text is another one with something in place of each `{…}`. */
function fillsIn(what: string, text: string): boolean {
  const parts = what.split(/\{[^{}]*\}/).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`).test(text);
}

describe('the specification', () => {
  it.each(rows.map((row) => [`${row.section}: ${row.what}`, row] as const))('%s', (_, row) => {
    expect(complaint(row)).toBeNull();
  });

  it('has each row once', () => {
    const names = rows.map(({ section, what, of = '' }) => [section, what, of].join(' | '));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

describe('a row', () => {
  const ERRORS = 'src/domain/errors.test.ts';
  const row = (fields: Partial<Row>) => ({ section: '0', what: 'Login failed', shownBy: ERRORS, ...fields }) as Row;

  it('passes if its file asserts it', () => {
    expect(complaint(row({}))).toBeNull();
    expect(complaint(row({ of: 'texts' }))).toBeNull();
    expect(
      complaint(row({ what: 'page size 10', as: 10, of: 'PAGE_SIZE', shownBy: 'src/domain/pagination.test.ts' })),
    ).toBeNull();
  });

  it.each([
    ['says something that nobody asserts', row({ what: 'A made-up text' })],
    ['names a file that asserts something else', row({ shownBy: 'src/domain/country.test.ts' })],
    ['names a file that does not exist', row({ shownBy: 'tests/journeys/made-up.spec.ts' })],
    ['has only the beginning of what is asserted', row({ what: 'Login' })],
    ['has its literal in the title of a test only', row({ what: 'the error catalogue' })],
    [
      'has its value beside another constant only',
      row({ as: 10, of: 'LAST_PAGE', shownBy: 'src/domain/pagination.test.ts' }),
    ],
    ['fills its placeholders in with another text', row({ what: 'Login {word}', as: 'Logout failed' })],
    [
      'belongs to the current issue and has no test',
      { section: '0', what: 'Login failed', issue: CURRENT_ISSUE } as Row,
    ],
  ])('fails if it %s', (_, wrong) => {
    expect(complaint(wrong)).not.toBeNull();
  });

  it('waits if it belongs to a later issue', () => {
    expect(complaint({ section: '0', what: 'Made up', issue: 'Offline and installed' })).toBeNull();
  });
});

describe('a literal', () => {
  const OTHER = `export const table = { 'in another file': { key: 1 } };`;
  const files: Record<string, string> = {
    'tests/table.ts': OTHER,
    'src/texts.ts': `export const text = 'the literal';`,
  };
  const isAsserted = (text: string, literal: string | number = 'the literal', of?: string) =>
    assertionsIn('tests/made-up.test.ts', (path) => files[path] ?? text).some((one) => shows(one, literal, of));

  it.each([
    `expect(text).toBe('the literal');`,
    `expect(shows('the literal')).toBe(true);`,
    `await expect(page.getByText('the literal')).toBeVisible();`,
    `await expect(page.getByRole('button', { name: 'the literal' })).toBeEnabled();`,
    `await expect(page).toHaveTitle(/^the literal$/);`,
    `expect(list).toEqual(expect.arrayContaining([{ text: 'the literal' }]));`,
    `expect(placeOf('the literal')).toBe(0);`,
    `const box = page.getByText('the literal'); async () => { await expect(box).toBeVisible(); };`,
    `const expected = { text: 'the literal' }; expect(say()).toEqual(expected);`,
    `it.each([['a', 1], ['the literal', 2]])('%s', (text) => { expect(text).toBe(say()); });`,
    `const TABLE = { 'the literal': 1 }; describe.each(Object.entries(TABLE))('x', () => { it('y', () => { expect(1).toBe(1); }); });`,
    `const ROWS = [['the literal']] as const; for (const [text] of ROWS) { expect(say()).toContain(text); }`,
    `['the literal'].forEach((text) => expect(say()).toContain(text));`,
  ])('counts in %s', (text) => {
    expect(isAsserted(text)).toBe(true);
  });

  it.each([
    `// expect(text).toBe('the literal');`,
    `it('the literal', () => { expect(1).toBe(1); });`,
    `await page.getByText('the literal').click();`,
    `await page.goto('the literal'); expect(1).toBe(1);`,
    `expect(text).not.toBe('the literal');`,
    `await expect(page.getByText('the literal')).toBeHidden();`,
    `await expect(page.getByText('the literal')).toHaveCount(0);`,
    `expect(has('the literal')).toBe(false);`,
    `expect(text, 'the literal').toBe('b');`,
    `expect('the literal');`,
    `expect(text).toBe('the literal and more');`,
    `expect(text as 'the literal').toBe('b');`,
    `const texts = ['the literal']; it('x', () => { expect(1).toBe(1); });`,
    `for (const text of ['the literal']) { await page.getByLabel(text).fill('x'); }`,
    `it.each([['the literal']])('%s', (text) => { send(text); });`,
    `const answer = await server.call('the literal'); expect(answer.outcome).toBe('ok');`,
    `const say = () => 'the literal'; expect(say()).toBe(text);`,
    `{ const text = 'the literal'; send(text); } { const text = 'b'; expect(text).toBe(1); }`,
    `import { text } from '../src/texts.ts'; expect(say()).toBe(text);`,
  ])('does not count in %s', (text) => {
    expect(isAsserted(text)).toBe(false);
  });

  it('counts in a table of another file under tests/, and only together with its row', () => {
    const text = `import { table } from './table.ts'; describe.each(Object.entries(table))('x', () => { expect(1).toBe(1); });`;
    expect(isAsserted(text, 'in another file', 'key')).toBe(true);
    expect(isAsserted(`expect([PAGE_SIZE]).toEqual([10]);`, 10, 'PAGE_SIZE')).toBe(true);
    expect(isAsserted(`expect([PAGE_SIZE]).toEqual([11]); expect(LINKS).toBe(10);`, 10, 'PAGE_SIZE')).toBe(false);
    expect(isAsserted(`it.each([['a', 1], ['b', 2]])('x', () => { expect(1).toBe(1); });`, 'a', 'b')).toBe(false);
  });

  it('may have a placeholder for the expression of a template', () => {
    expect(isAsserted(`expect(url).toBe(\`/track/\${id}\`);`, '/track/{}')).toBe(true);
    expect(isAsserted(`expect(url).toMatch(new RegExp(\`/track/\${id}$\`));`, '/track/{}')).toBe(true);
    expect(isAsserted(`expect(url).toBe(\`/invoice/\${id}\`);`, '/track/{}')).toBe(false);
  });
});
