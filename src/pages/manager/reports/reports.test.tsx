import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Api, inputsOf, rejecting } from '../../../../tests/components/api.ts';
import { setOnline } from '../../../../tests/components/device.ts';
import { expectAccessible, expectShown, expectWords } from '../../../../tests/components/expectations.ts';
import { serveFile } from '../../../../tests/components/fetch.ts';
import { savedBy } from '../../../../tests/components/files.ts';
import { address, DESKTOP, openPage, PHONE } from '../../../../tests/components/open-page.tsx';
import { ACCOUNTANT, DISPATCHER, MANAGER } from '../../../../tests/components/people.ts';
import { figuresOf, noFigures } from '../../../../tests/components/reports.ts';
import { untilStored } from '../../../../tests/components/stored.ts';

const api: Api = { reports: { get: figuresOf, getMoney: figuresOf } };
const PATH = '/manager/reports?to=2026-11-28';
const plots = () =>
  page
    .getByRole('main')
    .getByRole('heading', { level: 2 })
    .elements()
    .map(({ id }) => id);

test('eight plots say what the days were, and when they still change', async () => {
  await openPage(PATH, { as: MANAGER, size: DESKTOP, api });
  await expectShown('1 Nov to 28 Nov 2026', 'Days from 28 Nov on aren’t over', '12.9 stops an hour');
  await expectShown('Nobody home: 81 of 108 failed visits', 'Half delivered within 20 h', '$3,253.50 billed');
  await expectShown(
    '1,236 parcels on the way, 3 for over a week',
    page.getByRole('listitem').filter({ hasText: '3 to 4 days1,200' }),
  );
  await expect.poll(plots).toEqual(['parcels', 'first-try', 'reasons', 'on-time', 'pace', 'hours', 'backlog', 'money']);
  expect(inputsOf('reports.get')).toContainEqual({
    measure: 'stops',
    from: '2026-11-01',
    to: '2026-11-28',
    step: 'month',
    by: 'courier',
  });
  await expectAccessible();
});

test('period and comparison are in the address', async () => {
  await openPage(PATH, { as: MANAGER, size: DESKTOP, api });
  await page.getByRole('link', { name: '13 weeks' }).click();
  await page.getByRole('link', { name: 'A year ago' }).click();
  await expect.poll(address).toBe('/manager/reports?days=91&to=2026-11-28&with=year');
  await expectShown('24 Aug to 28 Nov 2026', 'beside 25 Aug to 29 Nov 2025');
  await page.getByRole('link', { name: 'Earlier' }).click();
  await expect.poll(address).toBe('/manager/reports?days=91&to=2026-08-29&with=year');
  await page.getByRole('link', { name: 'None' }).click();
  await expect.element(page.getByText('beside')).not.toBeInTheDocument();
});

test('figures that are being counted again are shown as such', async () => {
  const get: typeof figuresOf = (asked) => ({ ...figuresOf(asked), isRecounted: true });
  await openPage(PATH, { as: MANAGER, size: DESKTOP, api: { reports: { get, getMoney: get } } });
  await expectShown('All days are being counted again: until that is done, these figures may be wrong.');
});

test('a day without figures is a gap, and few are said as they are', async () => {
  await openPage(PATH, { as: MANAGER, size: PHONE, api });
  const onTime = page.getByRole('region', { name: /^On time/ });
  await onTime.getByText('Show as table').click();
  const row = (day: string) => onTime.getByRole('row').filter({ hasText: day }).element().textContent;
  expect([row('Tuesday 3 November'), row('Friday 6 November')]).toEqual([
    expect.stringContaining('no data'),
    expect.stringContaining('7 of 9'),
  ]);
  await expectWords(onTime.getByRole('row').last(), '28 November 2026 (not over)');
  expect(document.documentElement.scrollWidth).toBe(PHONE.width);
  await expectAccessible();
});

test('the figures of the period come as a file, or it says why not', async () => {
  await openPage(PATH, { as: MANAGER, size: DESKTOP, api });
  serveFile('/api/reports.csv', () => new Response('Measure', { headers: { 'content-type': 'text/csv' } }));
  const button = page.getByRole('button', { name: 'CSV' });
  const { name, text } = await savedBy(() => button.click());
  expect([name, text]).toEqual(['report-2026-11-01-2026-11-28.csv', 'Measure']);
  setOnline(false);
  await button.click();
  await expectShown('The report was not downloaded');
});

test('each line of money opens its entries', async () => {
  const getMoneyLines = () => [{ line: 'difference' as const, entries: 1_200, amount: -3.5 }];
  await openPage(PATH, { as: MANAGER, size: DESKTOP, api: { reports: { ...api.reports, getMoneyLines } } });
  await expectShown('Missing when counted', '-$3.50');
  serveFile('/api/journal.csv', () => new Response('Date', { headers: { 'content-type': 'text/csv' } }));
  const button = page.getByRole('button', { name: 'Open the entries of: Missing when counted' });
  const { name, text } = await savedBy(() => button.click());
  expect([name, text]).toEqual(['difference-2026-11-01-2026-11-28.csv', 'Date']);
  await expectAccessible();
});

test.each([
  ['a dispatcher', DISPATCHER, ['parcels', 'first-try', 'reasons', 'on-time', 'pace', 'hours', 'backlog']],
  ['an accountant', ACCOUNTANT, ['money']],
])('%s asks for what they may see', async (_who, as, ids) => {
  await openPage(PATH, { as, size: DESKTOP, api });
  await expect.poll(plots).toEqual(ids);
});

test('days without figures say so, and a failure offers a retry', async () => {
  await openPage(PATH, {
    as: MANAGER,
    size: DESKTOP,
    api: { ...api, reports: { get: noFigures, getMoney: noFigures } },
  });
  await expectShown('What became of parcels, by day: nothing in this period.');
  // What has nothing to draw takes no room for it.
  expect(document.querySelectorAll('.plot')).toHaveLength(0);
  await expectAccessible();
  const failing = rejecting('BAD_REQUEST', 'A report can have at most 400 days.');
  await openPage('/manager/reports?days=7', {
    as: MANAGER,
    size: DESKTOP,
    api: { ...api, reports: { get: failing, getMoney: failing } },
  });
  await expectShown('A report can have at most 400 days.', page.getByRole('button', { name: 'Try again' }));
  await expect.element(page.getByRole('button', { name: 'Print' })).not.toBeInTheDocument();
});

test('the last report opens without a network, with its age', async () => {
  await openPage('/manager/reports', { as: MANAGER, size: DESKTOP, api });
  await untilStored('report', 'first-try');
  setOnline(false);
  await openPage('/manager/reports', { as: MANAGER, size: DESKTOP, api: {} });
  await expectShown('12.9 stops an hour', page.getByText('You’re offline.'));
  await openPage('/manager/reports?days=7', { as: MANAGER, size: DESKTOP, api: {} });
  await expectShown('Not on this device yet');
});
