import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  BRAND_SETTINGS,
  isDated,
  SETTING_KEYS,
  settingProblem,
  usualOf,
} from '../src/domain/settings/brand-settings.ts';
import { SETTING_SECTIONS } from '../src/domain/settings/setting-sections.ts';

/** The page is made from the table: `npx vitest run build/settings-table.test.ts -u`. */
function page(): string {
  const rows = SETTING_KEYS.map((key) => {
    const { section, label, hint } = BRAND_SETTINGS[key];
    const what = [label, hint].filter(Boolean).join('. ').replace(/\.?$/, '.');
    const usual = usualOf(key) && `\`${usualOf(key)}\``;
    return `| \`${key}\` | ${SETTING_SECTIONS[section]} | ${what}${isDated(key) ? ' *From a day.*' : ''} | ${usual} |`;
  });
  return [
    '# What a brand decides for itself',
    '',
    'The pages are below *Settings*. *From a day* says that a change can wait for one, and leaves what was before as it was.',
    '[`settings.md`](settings.md) says more about most of them.',
    '',
    '| Name | Page | What | Usually |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

it('docs/brand-settings.md has each of the brand’s settings as its table says', async () => {
  await expect(page()).toMatchFileSnapshot('../docs/brand-settings.md');
});

it('.env.example names each of them, with what is usual', () => {
  const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');
  for (const key of SETTING_KEYS) {
    const [, value] = new RegExp(`^${key}=(.*?)(?: +#.*)?$`, 'm').exec(example) ?? [];
    expect([key, value]).toEqual([key, usualOf(key)]);
  }
});

it('what is usual is a value that can be saved', () => {
  for (const key of SETTING_KEYS) expect(settingProblem(key, usualOf(key))).toBeNull();
});
