import { expect, onTestFinished, test, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { type Api, inputsOf } from '../../../../tests/components/api.ts';
import { expectAccessible, expectShown } from '../../../../tests/components/expectations.ts';
import { serveFile } from '../../../../tests/components/fetch.ts';
import { address, DESKTOP, openPage, PHONE } from '../../../../tests/components/open-page.tsx';
import { MANAGER } from '../../../../tests/components/people.ts';
import type { DayRun, DaySheet } from '../../../domain/reports/day-sheet.ts';

const run = (name: string, changes: Partial<DayRun> = {}): DayRun => ({
  id: `${name}-run`,
  name,
  courier: 'Kaj Lovelace',
  status: 'closed',
  parcels: 100,
  loaded: 100,
  firstTry: 88,
  later: 4,
  failed: 8,
  returned: 8,
  missing: 0,
  collected: 12,
  exceptions: 2,
  photosMissing: 1,
  reasons: [{ reason: 'consignee_not_home', count: 8 }],
  stops: 81,
  firstVisit: '2026-11-17T08:05:00.000Z',
  lastVisit: '2026-11-17T16:05:00.000Z',
  ...changes,
});
const SHEET: DaySheet = {
  day: '2026-11-17',
  isOpen: true,
  asOf: '2026-11-17T17:40:00.000Z',
  runs: ['North', 'South', 'Harbour', 'Centre and the old town', 'West'].map((name) => run(name)),
  undecided: Array.from({ length: 10 }, (_, at) => ({
    id: `exception-${at}`,
    kind: 'missing-parcel',
    taskId: null,
    shipmentId: null,
    trackingId: 'W48207K159XQ',
    isDeleted: false,
    stop: 'Elin Strand',
    createdAt: '2026-11-17T16:00:00.000Z',
    run: { id: 'North-run', name: 'North', day: '2026-11-17' },
  })) as DaySheet['undecided'],
};
const api = (sheet = SHEET): Api => ({ runAdmin: { daySheet: () => sheet } });

test('the evening is on one page: each run, all of them, why parcels failed, and what is undecided', async () => {
  await openPage('/manager/reports/day', { as: MANAGER, size: DESKTOP, api: api() });
  await expectShown('440 of 500 parcels delivered at the first try (88 %).', page.getByText('This day isn’t over'));
  const all = page.getByRole('row').filter({ hasText: 'All' });
  expect([...all.element().querySelectorAll('td')].map(({ textContent }) => textContent).slice(0, 12)).toEqual([
    ...['All', '', '500', '500', '440', '20', '40', '40', '0', '60', '10', '5'],
  ]);
  await expectShown('North: Nobody home 8');
  expect(page.getByRole('region', { name: 'Still to decide' }).getByRole('listitem').elements()).toHaveLength(10);
  const printed = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  await page.getByRole('button', { name: 'Print' }).click();
  expect(printed).toHaveBeenCalledOnce();
  const files: string[] = [];
  serveFile('/api/day-sheets/2026-11-17.csv', ({ url }) => {
    files.push(url);
    return new Response('Run', { headers: { 'content-type': 'text/csv' } });
  });
  await page.getByRole('button', { name: 'CSV' }).click();
  await expect.poll(() => files).toHaveLength(1);
  await page.getByRole('link', { name: 'Previous day' }).click();
  await expect.poll(address).toBe('/manager/reports/day?day=2026-11-16');
  await expect.poll(() => inputsOf('runAdmin.daySheet')).toEqual([{ day: 'today' }, { day: '2026-11-16' }]);
  await expectAccessible();
});

test('five runs of a hundred parcels fit one sheet of A4 in letters one can read', async () => {
  const reasons = (['consignee_not_home', 'consignee_refused', 'consignee_incorrect_address'] as const).map(
    (reason) => ({ reason, count: 2 }),
  );
  const runs = SHEET.runs.map(({ name }) =>
    run(`${name} and everything around it`, { courier: 'Kaj Lovelace-Wolfeschlegelstein', reasons }),
  );
  await openPage('/manager/reports/day', { as: MANAGER, size: DESKTOP, api: api({ ...SHEET, runs }) });
  await expectShown('440 of 500 parcels delivered at the first try (88 %).');
  const print = (media: string) => cdp().send('Emulation.setEmulatedMedia', { media });
  onTestFinished(async () => void (await print('')));
  await print('print');
  // A4 landscape between its margins: a wider page would be printed smaller, a longer one on two sheets.
  await page.viewport(1046, 718);
  const { scrollWidth, scrollHeight } = document.documentElement;
  const points = [...document.querySelectorAll('main :is(td, th, p, li, span, a)')]
    .filter((element) => element.checkVisibility())
    .map((element) => Number.parseFloat(getComputedStyle(element).fontSize) * 0.75);
  expect(scrollWidth).toBeLessThanOrEqual(1046);
  expect(scrollHeight).toBeLessThanOrEqual(718);
  expect(Math.min(...points)).toBeGreaterThanOrEqual(8);
});

test('the sheet comes by email every evening to who turns that on, and says from when', async () => {
  let isOn = false;
  await openPage('/manager/reports/day', {
    as: MANAGER,
    size: PHONE,
    api: {
      runAdmin: {
        daySheet: () => ({ ...SHEET, email: { isOn, hour: 19 } }),
        emailDaySheet: (input) => {
          isOn = input.wanted;
          return { ok: true };
        },
      },
    },
  });
  // A phone shows the first figure before what can be done.
  await page.getByRole('button', { name: 'More actions' }).click();
  const button = page.getByRole('button', { name: 'Every evening' });
  await expect.element(button).toHaveAttribute('aria-pressed', 'false');
  await button.click();
  await expectShown('We email you the sheet of each day with runs after 07:00 PM.');
  await expect.element(button).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible();
  await button.click();
  await expect.element(button).toHaveAttribute('aria-pressed', 'false');
  expect(inputsOf('runAdmin.emailDaySheet')).toEqual([{ wanted: true }, { wanted: false }]);
});

test('on a phone each run is a card; few parcels are no share, and a day without runs says so', async () => {
  const one = run('North', { parcels: 9, firstTry: 7, later: 0, failed: 2, reasons: [] });
  await openPage('/manager/reports/day', {
    as: MANAGER,
    size: PHONE,
    api: api({ ...SHEET, isOpen: false, runs: [one], undecided: [] }),
  });
  await expectShown('7 of 9 parcels delivered at the first try.', 'Nothing. Everything of this day is decided.');
  await expect.poll(() => document.documentElement.scrollWidth).toBe(PHONE.width);
  await expectAccessible();
  await openPage('/manager/reports/day', { as: MANAGER, size: PHONE, api: api({ ...SHEET, runs: [], undecided: [] }) });
  await expectShown('No runs on this day.');
});
