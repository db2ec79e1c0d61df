import * as v from 'valibot';
import { expect, it } from 'vitest';
import { VisitSchema } from './facts.ts';

const id = '0198c5f0-0000-7000-9000-000000000001';
const textsOf = (texts: { recipient?: unknown; note?: unknown }) =>
  v.safeParse(VisitSchema, {
    id,
    runVersion: 1,
    stopId: id,
    outcomes: [{ taskId: id, result: 'delivered', method: 'neighbour' }],
    proofs: [],
    ...texts,
  });

it.each([
  ['Elin\u2028Ek', 'Elin Ek'],
  ['Elin\u2029Ek', 'Elin Ek'],
  ['\u202eke nilE', 'ke nilE'],
  ['Elin\u2067\u200b\ufeff Ek\u00ad\u2069', 'Elin Ek'],
  ['\u200f  Elin \u200e', 'Elin'],
  ['\u200d\u202e', ''],
  ['\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645'],
])('a recipient and a note have no invisible characters: %j', (typed, kept) => {
  expect(textsOf({ recipient: typed, note: typed }).output).toMatchObject({ recipient: kept, note: kept });
});

it('what is no line of text is refused', () => {
  for (const recipient of [7, null, 'Elin\nEk', 'Elin\u0000', 'E'.repeat(101)])
    expect(textsOf({ recipient }).success).toBe(false);
});
