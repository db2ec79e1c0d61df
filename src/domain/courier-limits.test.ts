import * as v from 'valibot';
import { expect, test } from 'vitest';
import { areaOf, SetCourierLimitsSchema } from './courier-limits.ts';

test.each([
  ['', ['41304', 'LS101AB', '']],
  ['413 04; 415', ['41304', '41512', '']],
  ['41100-41399', ['41304', '']],
  ['LS10', ['LS101AB', '']],
])('an area of %s', (area, inside) => {
  expect(['41304', '41512', '42000', 'LS101AB', ''].filter(areaOf(area))).toEqual(
    area === '' ? ['41304', '41512', '42000', 'LS101AB', ''] : inside,
  );
});

test.each([
  [{ area: 'Göteborg!, *' }, 'Enter postcodes like this: 411, 413 04, 415 01-415 29'],
  [{ area: '420-411' }, 'Enter postcodes like this: 411, 413 04, 415 01-415 29'],
  [{ from: '16:00', until: '08:00' }, 'The end must be after the start.'],
  [{ from: '8' }, 'From must be a time, such as 08:30.'],
  [{ kilograms: 0.5 }, 'Kilograms must be a whole number from 1 to 40,000.'],
])('%o is refused', (limits, message) => {
  const { issues } = v.safeParse(SetCourierLimitsSchema, { id: crypto.randomUUID(), ...limits });
  expect(issues?.map((issue) => issue.message)).toContain(message);
});
