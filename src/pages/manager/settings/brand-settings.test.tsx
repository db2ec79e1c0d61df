import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { inputsOf, Rejection, serve } from '../../../../tests/components/api.ts';
import { expectAccessible, expectShown } from '../../../../tests/components/expectations.ts';
import { DESKTOP, openPage, PHONE, TABLET } from '../../../../tests/components/open-page.tsx';
import { MANAGER } from '../../../../tests/components/people.ts';
import { onePage } from '../../../../tests/components/shipments.ts';
import { SETTING_KEYS, type SettingKey, usualOf } from '../../../domain/settings/brand-settings.ts';
import { SETTING_SECTIONS } from '../../../domain/settings/setting-sections.ts';
import type { Setting, SettingEffects } from '../../../domain/settings/settings.ts';

const asUsual = (key: SettingKey): Setting => ({
  key,
  value: usualOf(key),
  usual: usualOf(key),
  source: 'usual',
  since: null,
  later: [],
  changed: null,
  waiting: null,
});
const listOf = (changed: Partial<Record<SettingKey, Partial<Setting>>> = {}): Setting[] =>
  SETTING_KEYS.map((key) => ({ ...asUsual(key), ...changed[key] }));

const NOTHING: SettingEffects = { effects: [], doubts: [], pickups: 0 };

const open = (section: string, settings = listOf(), effects = NOTHING, size = DESKTOP) =>
  openPage(`/manager/settings/${section}`, {
    as: MANAGER,
    size,
    api: { settings: { get: () => settings, getFiles: () => [], preview: () => effects, save: () => ({ ok: true }) } },
  });
const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();
const sent = () => inputsOf('settings.save').at(-1);

test.for([PHONE, TABLET, DESKTOP])('each section can be read and reached ($width)', async (size) => {
  await open('brand', listOf(), NOTHING, size);
  for (const label of Object.values(SETTING_SECTIONS)) {
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: label, exact: true }).click();
    await expectShown(page.getByRole('heading', { level: 1, name: label, exact: true }));
    await expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(size.width);
  }
});

test('only what was changed is sent, and what the server refuses stands at its field', async () => {
  await open('brand');
  await page.getByRole('textbox', { name: 'Phone' }).fill('+46 31 555 0100');
  await save();
  await expect.poll(sent).toEqual({ changes: [{ key: 'SITE_PHONE', value: '+46 31 555 0100' }] });
  serve({
    settings: {
      preview() {
        throw new Rejection('BAD_REQUEST', 'Please check what you entered.', {
          CURRENCY: ['There are amounts already, so the currency stays as it is.'],
        });
      },
    },
  });
  await page.getByRole('textbox', { name: 'Currency' }).fill('SEK');
  await save();
  await expectShown('There are amounts already, so the currency stays as it is.');
  await expect.element(page.getByRole('textbox', { name: 'Currency' })).toHaveValue('SEK');
});

test('a bad value gets its sentence before anything is sent', async () => {
  await open('messages');
  await page.getByRole('textbox', { name: 'Texts to one number (a day)' }).fill('many');
  await save();
  await expectShown('Texts to one number must be a number from 1 to 999.');
  expect(inputsOf('settings.save')).toEqual([]);
});

test('days off are ticked and picked, count from a day on, and say what they do first', async () => {
  await open('deliveries', listOf(), {
    effects: ['2 runs on these days will stay as planned.'],
    doubts: [],
    pickups: 14,
  });
  const days = page.getByRole('group', { name: 'Days off' });
  await days.getByRole('checkbox', { name: 'Sundays' }).click();
  await days.getByLabelText('Add a day').fill('2027-12-24');
  await userEvent.tab();
  await expectShown(days.getByRole('button', { name: 'Remove Friday 24 December 2027' }));
  await page.getByLabelText('Counts from').fill('2027-01-01');
  await save();
  const question = page.getByRole('alertdialog', { name: 'This also happens' });
  await expectShown(
    question.getByText('14 regular pickups fall on days off. The shops are told.'),
    question.getByText('2 runs on these days will stay as planned.'),
  );
  await question.getByRole('radio', { name: 'Cancel' }).click();
  expect(inputsOf('settings.save')).toEqual([]);
  await question.getByRole('button', { name: 'Save' }).click();
  await expect.poll(sent).toEqual({
    changes: [{ key: 'DAYS_OFF', value: 'Sun,2027-12-24', from: '2027-01-01' }],
    pickups: 'cancel',
  });
});

test('what the server sets is locked, and what waits or is to come is said', async () => {
  await open(
    'team',
    listOf({
      DAY_SHEET_HOUR: { source: 'server', value: '18' },
      SECOND_PERSON_ABOVE: { waiting: { value: 'none', by: 'Grace Hopper', isOwn: false } },
    }),
  );
  await expectShown('Set on the server, as', 'none waits for a second manager');
  await expect.element(page.getByRole('textbox', { name: /day sheet/ })).not.toBeInTheDocument();
});

test('proof, windows and rates are written as the environment has them', async () => {
  await open('deliveries');
  await page.getByRole('group', { name: 'Proof of delivery' }).getByLabelText('Signature').selectOptions('Required');
  await save();
  await expect.poll(sent).toEqual({ changes: [{ key: 'PROOF_POLICY', value: 'signature=required' }] });

  await open('money');
  const tax = page.getByRole('group', { name: 'Tax on fees' });
  await tax.getByRole('button', { name: 'Add a rate' }).click();
  await tax.getByLabelText('From', { exact: true }).fill('2027-01-01');
  await tax.getByLabelText('%').fill('25');
  await save();
  await expect.poll(sent).toEqual({ changes: [{ key: 'TAX_RATES', value: '2027-01-01 VAT 25' }] });
});

test('the history calls settings by their labels', async () => {
  await open('brand');
  serve({
    auditAdmin: {
      getEntries: () =>
        onePage([
          {
            id: MANAGER.id,
            createdAt: '2026-11-18T09:00:00.000Z',
            actor: { id: MANAGER.id, name: 'Grace Hopper' },
            entity: 'setting',
            entityId: MANAGER.id,
            before: { TAX_RATES: null },
            after: { TAX_RATES: '2027-01-01 VAT 25' },
            procedure: 'settings.save',
          },
        ]),
    },
  });
  await page.getByRole('main').getByRole('link', { name: 'History' }).click();
  await expectShown('Grace Hopper saved a setting of the brand', 'Tax on fees', '2027-01-01 VAT 25');
  await expectAccessible();
});

test('a colour that nobody could read is refused while one picks it', async () => {
  await open('brand');
  const colours = page.getByRole('group', { name: 'Colours' });
  await colours.getByLabelText('Accent', { exact: true }).fill('#ffff00');
  await expectShown(
    'accent #ffff00 on the page #f4f5f2 has a contrast of 1.01:1 and needs 3:1. The nearest that does is #929200.',
  );
  await colours.getByLabelText('Accent', { exact: true }).fill('#00704a');
  await save();
  await expect.poll(sent).toEqual({ changes: [{ key: 'BRAND_COLOURS', value: 'accent=#00704a' }] });
});
