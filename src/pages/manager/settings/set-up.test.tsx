/** The first hour of a brand. */
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ESTABLISHED, inputsOf, serve } from '../../../../tests/components/api.ts';
import { expectAccessible, expectShown } from '../../../../tests/components/expectations.ts';
import { EMPTY_DASHBOARD } from '../../../../tests/components/manager-dashboard.ts';
import { DESKTOP, openPage, PHONE, TABLET } from '../../../../tests/components/open-page.tsx';
import { DISPATCHER, MANAGER } from '../../../../tests/components/people.ts';
import { localStore } from '../../../browser/web-storage.ts';
import { SETTING_KEYS, type SettingKey, usualOf } from '../../../domain/settings/brand-settings.ts';
import type { SetUp } from '../../../domain/settings/set-up.ts';
import type { Setting } from '../../../domain/settings/settings.ts';

const NEW: SetUp = {
  rates: 0,
  couriers: 0,
  couriersHere: 0,
  isLabelPrinted: false,
  parcels: 0,
  hasRun: false,
  isDelivered: false,
};
const settingsWith = (saved: Partial<Record<SettingKey, string>>): Setting[] =>
  SETTING_KEYS.map((key) => ({
    key,
    value: saved[key] ?? usualOf(key),
    usual: usualOf(key),
    source: key in saved ? 'brand' : 'usual',
    since: null,
    later: [],
    changed: null,
    waiting: null,
  }));

const open = (saved: Partial<Record<SettingKey, string>> = {}, facts: Partial<SetUp> = {}, size = DESKTOP) =>
  openPage('/manager/set-up', {
    as: MANAGER,
    size,
    api: {
      settings: {
        get: () => settingsWith(saved),
        getFiles: () => [],
        getSetUp: () => ({ ...NEW, ...facts }),
        preview: () => ({ effects: [], doubts: [], pickups: 0 }),
        save: () => ({ ok: true }),
      },
    },
  });
const step = (name: RegExp) => page.getByRole('main').getByRole('button', { name });

beforeEach(() => localStore.clear());

test('a new database opens it on the desk, until a parcel is delivered', async () => {
  const api = { ...EMPTY_DASHBOARD, settings: { getSetUp: () => NEW } };
  await openPage('/manager', { as: MANAGER, size: DESKTOP, api });
  const way = page.getByRole('main').getByRole('link', { name: 'Set up' });
  await expect.element(way).toHaveAttribute('href', '/manager/set-up');
  await openPage('/manager', { as: MANAGER, api: { ...api, settings: { getSetUp: () => ESTABLISHED } } });
  await expect.element(page.getByRole('heading', { name: 'To do' })).toBeVisible();
  await expect.element(way).not.toBeInTheDocument();
  await openPage('/manager', { as: DISPATCHER, api });
  await expect.element(page.getByRole('heading', { name: 'To do' })).toBeVisible();
  await expect.element(way).not.toBeInTheDocument();
});

test.for([PHONE, TABLET, DESKTOP])(
  'each step says what is missing, and the first one is open ($width)',
  async (size) => {
    await open({ SITE_NAME: 'Östra Bud' }, { couriers: 2, parcels: 3 }, size);
    await expect.element(step(/Name and logo/)).toHaveAttribute('aria-expanded', 'true');
    await expectShown('Missing: phone');
    await expectShown('2 couriers invited, nobody has signed in yet', '3 of 10', 'No rate yet', 'No run yet');
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(size.width);
    await expectAccessible();
  },
);

test('time zone and currency come from the browser as a proposal, and are saved with the rest', async () => {
  await open({ SITE_NAME: 'Östra Bud', SITE_PHONE: '+46 31 555 0100' });
  await expect.element(step(/Where you are/)).toHaveAttribute('aria-expanded', 'true');
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  await expect.element(page.getByLabelText('Time zone')).toHaveValue(zone);
  await page.getByLabelText('Address').fill('Kaj 4, Göteborg');
  await page.getByLabelText('Depot').fill('57.7, 11.97');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => inputsOf('settings.save').length).toBe(1);
  expect(inputsOf('settings.save')[0]).toMatchObject({
    changes: expect.arrayContaining([
      { key: 'SITE_ADDRESS', value: 'Kaj 4, Göteborg' },
      { key: 'DEPOT', value: '57.7, 11.97' },
    ]),
  });
});

test('a step that is left out gives way to the next, and says so', async () => {
  await open();
  await page.getByRole('button', { name: 'Leave out for now' }).click();
  await expect.element(step(/Name and logo/)).toHaveAttribute('aria-expanded', 'false');
  await expectShown('Left out. Missing: name, phone');
  await expect.element(step(/Where you are/)).toHaveAttribute('aria-expanded', 'true');
});

test('three rates are proposed, and saved as they stand', async () => {
  await open();
  await step(/Prices/).click();
  serve({ rateAdmin: { save: () => ({ id: MANAGER.id }) } });
  await page.getByLabelText('Up to 5 kg ($)').fill('9.50');
  await page.getByRole('button', { name: 'Save these rates' }).click();
  await expect
    .poll(() => inputsOf('rateAdmin.save'))
    .toEqual([
      { maxGrams: 2_000, fee: 5.9 },
      { maxGrams: 5_000, fee: 9.5 },
      { maxGrams: 20_000, fee: 14.9 },
    ]);
});
