import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  formatTotal,
  isFiltered,
  ManagedShipmentsSchema,
  ManagedUsersSchema,
  OwnShipmentsSchema,
  PageSearchSchema,
  paged,
  parsePageSearch,
} from './paged.ts';
import { composeTrackingId } from './tracking-id.ts';

const errorsOf = (schema: v.GenericSchema, input: unknown) =>
  v.safeParse(schema, input).issues?.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`) ?? [];

describe('the page object of a list', () => {
  it('may have a page, a text, a status and days', () => {
    const whole = { page: 2, q: 'lamp', status: 'held', from: '2026-11-01', to: '2026-11-30', days: 'delivered' };
    for (const page of [{}, { page: 1_000_000 }, whole, { q: '' }])
      expect(v.parse(PageSearchSchema, page)).toEqual(page);
  });

  it.each([
    [{ page: 0 }, 'page.page: This page doesn’t exist.'],
    [{ page: 1.5 }, 'page.page: This page doesn’t exist.'],
    [{ page: 1_000_001 }, 'page.page: This page doesn’t exist.'],
    [{ page: '2' }, 'page.page: This page doesn’t exist.'],
    [{ q: 'x'.repeat(101) }, 'page.q: Search can have at most 100 characters.'],
    [{ q: 'a\0' }, 'page.q: Search contains characters that can’t be used.'],
    [{ status: 'lost' }, 'page.status: This status doesn’t exist.'],
    [{ from: '2026-02-30' }, 'page.from: From must be a date.'],
    [{ to: '' }, 'page.to: To is required.'],
    [{ limit: 1000 }, 'page.limit: Unknown field.'],
  ])('is not %j', (page, message) => {
    expect(errorsOf(OwnShipmentsSchema, { page, rel: 'sender' })).toContain(message);
    expect(errorsOf(ManagedShipmentsSchema, { page })).toContain(message);
  });
});

it.each([['status'], ['from'], ['colour']])('the list of people does not know the filter %s, and says so', (filter) => {
  const found = errorsOf(ManagedUsersSchema, { page: { page: 1, [filter]: 'held' } });
  expect(found).toEqual([`page.${filter}: Unknown field.`]);
});

describe('a paged answer', () => {
  it('is { data, total, pagination with prev and next }, without what the list does not show', () => {
    const Answer = paged(v.object({ id: v.string() }));
    const answer = { data: [{ id: '7' }], total: 11, pagination: { prev: null, next: 2 } };
    expect(v.parse(Answer, { ...answer, data: [{ id: '7', senderCode: 'S3CRET' }] })).toEqual(answer);
    expect(v.is(Answer, { ...answer, data: [{}] })).toBe(false);
  });
});

describe('the address of a list', () => {
  const parsed = (search: string) => parsePageSearch(new URLSearchParams(search));

  it('asks for what it says', () => {
    const days = { from: '2026-11-01', to: '2026-11-30' };
    const asked = parsed('page=3&q=+lamp+&status=held&from=2026-11-01&to=2026-11-30');
    expect(asked).toEqual({ page: 3, q: 'lamp', status: 'held', ...days });
  });

  it('searches for the tracking ID of a pasted link, also of one that a mail filter has wrapped', () => {
    const id = composeTrackingId('W', new Uint8Array(10));
    const link = `https://parcels.example/track/${id}`;
    const wrapped = `https://eur02.safelinks.protection.outlook.com/?url=${encodeURIComponent(link)}&data=${'x'.repeat(300)}`;
    for (const q of [link, wrapped]) expect(parsed(String(new URLSearchParams({ q }))).q).toBe(id);
    expect(parsed('q=https://parcels.example/about').q).toBe('https://parcels.example/about');
  });

  it.each(['', 'page=abc', 'q=', 'q=++', 'status=lost', 'from=yesterday', 'to=2026-02-30', 'from=&to=', 'q=a%00b'])(
    'without a meaning, as in %j, asks for everything',
    (search) => {
      expect(parsed(search)).toEqual({ page: 1 });
      expect(isFiltered(parsed(search))).toBe(false);
    },
  );

  it('never asks for more than may be searched for', () => {
    for (const q of ['x'.repeat(300), '😀'.repeat(51), `${'x'.repeat(99)}😀`])
      expect(errorsOf(ManagedShipmentsSchema, { page: parsed(`q=${q}`) }), q).toEqual([]);
  });

  it('with one filter shows less than everything', () => {
    for (const one of ['q=lamp', 'status=held', 'from=2026-11-01', 'to=2026-11-01'])
      expect(isFiltered(parsed(one)), one).toBe(true);
  });
});

describe('a total', () => {
  it.each([
    [0, {}, '0 shipments'],
    [1, {}, '1 shipment'],
    [1_000_000, { status: 'held' }, '1,000,000 shipments'],
    [1_000, { q: 'lamp' }, '1,000 shipments'],
    [1_001, { q: 'lamp' }, '1,000+ shipments'],
    [1_001, { from: '2026-11-01' }, '1,000+ shipments'],
    [1_001, { printed: 'no' }, '1,000+ shipments'],
  ] as const)('of %d under %j reads %j', (total, search, words) => {
    expect(formatTotal(total, search, 'shipment')).toBe(words);
  });
});
