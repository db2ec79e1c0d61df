import { readFile, stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { manifest } from './manifest.ts';

const root = new URL('..', import.meta.url);
const read = (path: string) => readFile(new URL(path, root), 'utf8');
const installed = manifest('Waybill');
const icons = installed.icons ?? [];

test('the installed app has one window, without the browser’s bar, which every launch focuses', () => {
  expect(installed).toMatchObject({
    display: 'standalone',
    display_override: ['standalone', 'minimal-ui'],
    launch_handler: { client_mode: 'focus-existing' },
    start_url: '/?start',
    scope: '/',
  });
});

test('every icon and screenshot of the manifest exists', async () => {
  for (const { src } of [...icons, ...(installed.screenshots ?? [])]) {
    expect((await stat(new URL(`public${src}`, root))).size, src).toBeGreaterThan(0);
  }
});

test('there is an icon for each purpose, and the monochrome one is a shape on nothing', async () => {
  const purposes = icons.map(({ purpose }) => purpose);
  expect(purposes).toEqual(expect.arrayContaining(['any', 'maskable', 'monochrome']));
  const { src } = icons.find(({ purpose }) => purpose === 'monochrome') ?? {};
  const drawing = await read(`public${src}`);
  // Only its opacity counts: a background would make it a square.
  expect(new Set(drawing.match(/<\w+/g))).toEqual(new Set(['<svg', '<path']));
});

test.each([
  ['apple-mobile-web-app-capable', 'yes'],
  ['apple-mobile-web-app-status-bar-style', 'default'],
  ['apple-mobile-web-app-title', '%SITE_NAME%'],
])('on iOS, where the manifest does not say it, %s is %s', async (name, content) => {
  expect(await read('index.html')).toContain(`<meta name="${name}" content="${content}" />`);
});
