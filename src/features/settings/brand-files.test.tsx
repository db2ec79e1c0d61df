/** The logo, the icon and the legal pages of a brand. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { inputsOf, Rejection, serve } from '../../../tests/components/api.ts';
import { expectAccessible, expectShown } from '../../../tests/components/expectations.ts';
import { DESKTOP, openPage, PHONE } from '../../../tests/components/open-page.tsx';
import { MANAGER } from '../../../tests/components/people.ts';
import { BRAND_FILES, type BrandFiles } from '../../domain/settings/brand-files.ts';

const CHANGED = { by: 'Grace Hopper', at: '2026-11-30T09:00:00.000Z' };
const filesWith = (known: Partial<Record<string, Partial<BrandFiles[number]>>> = {}): BrandFiles =>
  BRAND_FILES.map((name) => ({ name, source: 'none', changed: null, ...known[name] }));

const open = (files = filesWith(), size = DESKTOP) =>
  openPage('/manager/settings/brand', {
    as: MANAGER,
    size,
    api: { settings: { get: () => [], getFiles: () => files, saveFile: () => ({ ok: true }) } },
  });
const list = page.getByRole('list', { name: 'Pictures and pages' });
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20"><rect width="60" height="20" fill="red"/></svg>';

test.for([PHONE, DESKTOP])('a logo is sent as a PNG, whatever it was drawn as ($width)', async (size) => {
  await open(filesWith(), size);
  const file = new File([SVG], 'logo.svg', { type: 'image/svg+xml' });
  await userEvent.upload(list.getByLabelText('Choose a picture for: Logo', { exact: true }), file);
  await expect.poll(() => inputsOf('settings.saveFile')).toMatchObject([{ name: 'logo' }]);
  const { content } = inputsOf('settings.saveFile')[0] as { content: string };
  const sent = await createImageBitmap(await (await fetch(`data:image/png;base64,${content}`)).blob());
  expect([sent.width, sent.height, atob(content).slice(1, 4)]).toEqual([60, 20, 'PNG']);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(size.width);
  await expectAccessible();
});

test('what cannot be drawn, or is refused, is said beside it', async () => {
  await open();
  const choose = list.getByLabelText('Choose a picture for: Icon', { exact: true });
  await userEvent.upload(choose, new File(['no picture'], 'icon.png', { type: 'image/png' }));
  await expectShown('This browser can’t draw that file. Choose a PNG or an SVG.');
  serve({
    settings: {
      saveFile: () => {
        throw new Rejection('BAD_REQUEST', 'Please check what you entered.', { content: ['Icon is too long.'] });
      },
    },
  });
  await userEvent.upload(choose, new File([SVG], 'icon.svg', { type: 'image/svg+xml' }));
  await expectShown('Icon is too long.');
});

test('a page is written in the app, and taken away after a question', async () => {
  await open(
    filesWith({ imprint: { source: 'brand', text: '# Imprint', changed: CHANGED }, logo: { source: 'server' } }),
  );
  await expectShown('Grace Hopper, Mon Nov 30 2026', 'A file on the server, which wins.');
  await list.getByRole('button', { name: 'Change Imprint' }).click();
  const dialog = page.getByRole('dialog', { name: 'Imprint' });
  await expect.element(dialog.getByLabelText('Text')).toHaveValue('# Imprint');
  await dialog.getByLabelText('Text').fill('# Imprint\n\nKaj 4, Göteborg');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => inputsOf('settings.saveFile').length).toBe(1);
  const { content } = inputsOf('settings.saveFile')[0] as { content: string };
  expect(new TextDecoder().decode(Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0)))).toBe(
    '# Imprint\n\nKaj 4, Göteborg',
  );
  await list.getByRole('button', { name: 'Take away: Imprint' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take away' }).click();
  await expect.poll(() => inputsOf('settings.saveFile').at(-1)).toEqual({ name: 'imprint', content: null });
});
