import { expect, it } from 'vitest';
import { sharedStart } from './run-names.ts';

it('says once what all names of runs begin with, and leaves each a name', () => {
  const cases = [
    [['Tuesday Centrum', 'Tuesday Örgryte south'], 'Tuesday', ['Centrum', 'Örgryte south']],
    [['North 1 am', 'North 1 pm', 'North 2 am'], 'North', ['1 am', '1 pm', '2 am']],
    [['Centrum', 'Centrum'], '', ['Centrum', 'Centrum']],
    [['East', 'East side'], '', ['East', 'East side']],
    [['East side', 'East side'], 'East', ['side', 'side']],
    [['Gothenburg centre'], '', ['Gothenburg centre']],
    [['Centrum', 'Örgryte'], '', ['Centrum', 'Örgryte']],
    [[], '', []],
  ] as const;
  for (const [names, shared, rest] of cases) {
    const start = sharedStart(names);
    const found = { shared: start.trim(), rest: names.map((name) => name.slice(start.length)) };
    expect(found, names.join()).toEqual({ shared, rest });
  }
});
