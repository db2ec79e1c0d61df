import * as v from 'valibot';
import { expect, it } from 'vitest';
import { IdSchema, optionalText, requiredText, strictInput } from '../../../src/domain/field-schemas.ts';
import type { UserError } from '../errors/errors.ts';
import { assertInput, isTooComplex, parseInput } from './assert-input.ts';

const schema = strictInput({
  name: requiredText('Name', 100),
  code: v.optional(v.pipe(v.string(), v.maxLength(10, 'The code is too long.'))),
  id: v.optional(IdSchema),
  either: v.optional(v.union([v.number(), optionalText('Note', 2_000)])),
  ids: v.optional(v.pipe(v.array(IdSchema), v.maxLength(2, 'Choose at most two.'))),
  each: v.optional(v.pipe(v.array(v.looseObject({})), v.maxLength(2))),
});

function problemsOf(input: object): unknown {
  try {
    assertInput({ name: 'Ada', ...input }, schema);
    return null;
  } catch (error) {
    return (error as UserError).fieldErrors ?? 'refused';
  }
}

it('takes what becomes short enough: letters in parts, and blanks at the ends', () => {
  const name = '\u1112\u1161\u11ab'.repeat(100);
  expect(parseInput(schema, { name: `  ${name}\n` })).toEqual({ name: '한'.repeat(100) });
  expect(problemsOf({ name: ' '.repeat(601) })).toEqual({ name: ['Name can have at most 100 characters.'] });
});

it('names each text and list that is too long, as its schema does', () => {
  expect(problemsOf({ code: 'x'.repeat(11), ids: ['', '', ''] })).toEqual({
    code: ['The code is too long.'],
    ids: ['Choose at most two.'],
  });
  expect(problemsOf({ either: 'x'.repeat(8_201) })).toEqual({ either: ['Note can have at most 2000 characters.'] });
  expect(problemsOf({ either: 'x'.repeat(8_200) })).toBeNull();
  expect(problemsOf({ id: 'x'.repeat(1_001) })).toEqual({ id: ['This is not a valid ID.'] });
});

it('takes little of what no schema names', () => {
  expect(problemsOf({ email: 'x'.repeat(1_001), a: ['x'.repeat(1_001)] })).toEqual({
    email: ['This is too long.'],
    'a.0': ['This is too long.'],
  });
  expect(problemsOf({ ['k'.repeat(201)]: 1 })).toBe('refused');
  expect(problemsOf(Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [at, 1])))).toBe('refused');
});

it('takes no letter with more marks than any language has', () => {
  const text = (marks: number) => `${'x'.repeat(1_000)}${'\u0301'.repeat(marks)}`;
  expect(problemsOf({ either: text(30) })).toBeNull();
  expect(problemsOf({ either: text(31) })).toEqual({ either: ['This contains characters that can’t be used.'] });
});

it('leaves what is in a loose object to a later check', () => {
  expect(problemsOf({ each: [{ any: 'x'.repeat(10_000) }] })).toBeNull();
  expect(problemsOf({ each: [{ constructor: 1 }] })).toBe('refused');
});

it('knows JSON of too many parts without parsing it', () => {
  const nest = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  expect([nest(32), nest(33), nest(200_000)].map((json) => isTooComplex(json))).toEqual([false, true, true]);
  const list = (length: number) => `[${Array(length).fill('{}').join()}]`;
  expect([list(9_999), list(10_001)].map((json) => isTooComplex(json))).toEqual([false, true]);
  const text = JSON.stringify(`${'["\\'.repeat(50_000)}"`);
  expect([text, `${text}${nest(33)}`].map((json) => isTooComplex(json))).toEqual([false, true]);
});
