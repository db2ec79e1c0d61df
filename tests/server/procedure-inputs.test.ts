import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { contract, formsOf, isRequired, procedureNames } from '../support/contract.ts';
import { fieldOf, HOSTILE, ID } from './input-fields.ts';

/** The key as people read it: `senderName` → /sender name/i. */
const inWords = (key: string) =>
  new RegExp(
    key.replace(/[A-Z]/g, (letter) => ` ${letter}`),
    'i',
  );
const LIBRARY_WORDS = /Invalid|Expected|received|undefined|\bnull\b|NaN|Object|Array|regex|=>|>=/;

const forms = procedureNames.flatMap((procedure) => {
  const input = contract[procedure].input as v.GenericSchema;
  return formsOf(contract[procedure].input).map(({ entries, selectedBy }) => {
    const fields = Object.fromEntries(
      Object.entries(entries).map(([key, entry]) => [key, fieldOf(procedure, key, entry)]),
    );
    return {
      name: selectedBy ? `${procedure} (by ${selectedBy})` : procedure,
      fields,
      selectedBy,
      required: Object.keys(entries).filter((key) => entries[key] && isRequired(entries[key])),
      sample: Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field.sample])),
      issues: (value: unknown) => v.safeParse(input, value).issues ?? [],
      read: (value: unknown) => v.parse(input, value),
    };
  });
});

const without = (sample: Record<string, unknown>, key: string) =>
  Object.fromEntries(Object.entries(sample).filter(([other]) => other !== key));

describe.each(forms)('$name', ({ fields, issues, read, sample, required, selectedBy }) => {
  it('accepts its documented input', () => {
    expect(issues(sample)).toEqual([]);
  });

  it(`requires exactly ${required.join(', ')}`, () => {
    const missed = Object.keys(fields).filter((key) => issues(without(sample, key)).length > 0);
    expect(missed.toSorted()).toEqual(required.toSorted());
  });

  it('names the field that is missing, empty, too long or of the wrong type, in our own words', () => {
    for (const [key, field] of Object.entries(fields)) {
      const wrong = HOSTILE[field.kind](field).filter((one: unknown) => one !== null || !field.clearable);
      const bad = wrong.map((value) => ({ ...sample, [key]: value }));
      for (const input of required.includes(key) && key !== selectedBy ? [without(sample, key), ...bad] : bad) {
        const own = issues(input).filter((issue) => issue.path?.[0]?.key === key);
        const shown = `${key}: ${JSON.stringify(input[key])}`.slice(0, 80);
        expect(own.length, `${shown} was accepted`).toBeGreaterThan(0);
        for (const { message } of own) expect(message, shown).not.toMatch(LIBRARY_WORDS);
        const inner = (own[0]?.path?.length ?? 0) > 1 && field.kind === 'page';
        if (!inner) expect(own[0]?.message, shown).toMatch(field.words ?? inWords(key));
      }
    }
  });

  it('reads each ID in any case as the stored one', () => {
    const shouted = JSON.stringify(sample).replaceAll(ID, ID.toUpperCase());
    expect(read(JSON.parse(shouted))).toEqual(read(sample));
  });

  it('rejects an unknown key, including flags and owners of other records', () => {
    const strange =
      'header verified manager id userId senderId balance total available passwordHash statusVersion deletedAt type ' +
      'createdAt role toString';
    for (const key of ['', ...strange.split(' ')].filter((one) => !Object.hasOwn(fields, one))) {
      const found = issues({ ...sample, [key]: true });
      expect(found.map((issue) => [issue.path?.[0]?.key, issue.message])).toEqual([[key, 'Unknown field.']]);
    }
  });

  it('rejects a non-object', () => {
    // Where everything can be left out, so can the object, and an empty list may count as one.
    const missing = issues({}).length === 0 ? [] : [undefined];
    for (const value of [...missing, null, 0, 'x', true, Number.POSITIVE_INFINITY]) {
      expect(issues(value).map((issue) => issue.message)).toEqual(['Enter a valid value.']);
    }
    expect(issues([]).length).toBeGreaterThanOrEqual(issues({}).length);
  });
});

describe.each(forms.filter(({ fields }) => Object.values(fields).some((field) => field.longest)))(
  '$name',
  ({ fields, issues, sample }) => {
    it('accepts texts up to its maximum length', () => {
      for (const [key, { kind, longest }] of Object.entries(fields)) {
        if (longest === undefined) continue;
        const longText = { ...sample, [key]: 'x'.repeat(longest) };
        const own = issues(longText).filter((issue) => issue.path?.[0]?.key === key);
        const others = own.filter(
          ({ message }) => !/^(The passwords don’t match|This is not a valid IBAN)/.test(message),
        );
        expect([key, kind, others]).toEqual([key, kind, []]);
      }
    });
  },
);
