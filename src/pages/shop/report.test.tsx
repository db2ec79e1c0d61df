import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { inputsOf } from '../../../tests/components/api.ts';
import { setOnline } from '../../../tests/components/device.ts';
import { expectAccessible, expectShown } from '../../../tests/components/expectations.ts';
import { serveFile } from '../../../tests/components/fetch.ts';
import { DESKTOP, openPage, PHONE } from '../../../tests/components/open-page.tsx';
import { SHIPPER } from '../../../tests/components/people.ts';
import { figuresOf, noFigures } from '../../../tests/components/reports.ts';
import { untilStored } from '../../../tests/components/stored.ts';

const PATH = '/shipping/report?to=2026-11-28';

test('a shop sees how its own parcels did', async () => {
  await openPage(PATH, { as: SHIPPER, size: DESKTOP, api: { reports: { own: figuresOf, isOwnEmailed: () => false } } });
  const summary = page.getByRole('region', { name: 'Delivered at the first try' });
  await expectShown(summary.getByText('91 %', { exact: true }), summary.getByText('within 20 h'));
  const headings = page.getByRole('main').getByRole('heading', { level: 2 }).elements();
  expect(headings.map(({ id }) => id)).toEqual(['summary', 'proofs', 'parcels', 'first-try', 'hours', 'reasons']);
  const asked = inputsOf('reports.own').map((input) => (input as { measure: string }).measure);
  expect(new Set(asked)).toEqual(new Set(['created', 'delivered', 'first-try', 'hours', 'reason']));
  await expectAccessible();
});

test('proofs of its days come as one file, or it says why not', async () => {
  await openPage(PATH, { as: SHIPPER, size: PHONE, api: { reports: { own: figuresOf, isOwnEmailed: () => false } } });
  expect(document.documentElement.scrollWidth).toBe(PHONE.width);
  const files: string[] = [];
  serveFile('/api/proofs.zip', ({ url }) => {
    files.push(url);
    return new Response('PK', { headers: { 'content-type': 'application/zip' } });
  });
  const button = page.getByRole('button', { name: 'Download proofs (zip)' });
  await button.click();
  await expect
    .poll(() => files.map((url) => new URL(url, location.href).search))
    .toEqual(['?from=2026-11-01&to=2026-11-28']);
  await expect.element(button).not.toHaveAttribute('aria-busy');
  setOnline(false);
  await button.click();
  await expectShown('The proofs were not downloaded');
});

test('before its first parcel the report is calm, and the last one opens offline', async () => {
  await openPage('/shipping/report', {
    as: SHIPPER,
    size: PHONE,
    api: { reports: { own: noFigures, isOwnEmailed: () => false } },
  });
  await expectShown('No parcel has been tried in these days.', 'Nothing delivered yet');
  await expectAccessible();
  await untilStored('own-report');
  setOnline(false);
  await openPage('/shipping/report', { as: SHIPPER, size: PHONE, api: {} });
  await expectShown('No parcel has been tried in these days.', page.getByText('You’re offline.'));
});

test('a shop gets last week every Monday once it turns that on', async () => {
  let isOn = false;
  const reports = {
    own: figuresOf,
    isOwnEmailed: () => isOn,
    emailOwn: (input: { wanted: boolean }) => {
      isOn = input.wanted;
      return { ok: true as const };
    },
  };
  await openPage(PATH, { as: SHIPPER, size: PHONE, api: { reports } });
  await page.getByRole('button', { name: 'More actions' }).click();
  const button = page.getByRole('button', { name: 'Every Monday' });
  await expect.element(button).toHaveAttribute('aria-pressed', 'false');
  await button.click();
  await expectShown('We email you the figures of the week before every Monday after 07:00 AM.');
  await expect.element(button).toHaveAttribute('aria-pressed', 'true');
  expect(document.documentElement.scrollWidth).toBe(PHONE.width);
  await expectAccessible();
  await button.click();
  await expect.element(button).toHaveAttribute('aria-pressed', 'false');
  expect(inputsOf('reports.emailOwn')).toEqual([{ wanted: true }, { wanted: false }]);
});
