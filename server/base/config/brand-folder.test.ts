import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, expect, it } from 'vitest';
import { readBrandFolder } from './brand-folder.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waybill-brand-'));
  return () => rm(folder, { recursive: true, force: true });
});
const write = async (file: string, content: string | Buffer) => {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), content);
};
const svg = (attributes: string) => `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" ${attributes}/>`;
const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#00704a' } })
    .png()
    .toBuffer();

it('has pictures with their sizes, legal pages, and what systems leave beside them', async () => {
  await write('logo.svg', svg('viewBox="0 0 90 30"'));
  await write('logo-dark.png', await png(60, 20));
  await write('icon.svg', svg("width='48px' height='48' viewBox='0 0 1 2'"));
  await write('imprint.md', 'Kajen 4');
  for (const left of ['.DS_Store', 'Thumbs.db', 'README.md', 'logo.svg~']) await write(left, 'left');
  const { pictures, legal } = await readBrandFolder(folder);
  const sizes = Object.entries(pictures).map(([name, { width, height }]) => [name, width, height]);
  expect(sizes.toSorted()).toEqual([
    ['icon', 48, 48],
    ['logo', 90, 30],
    ['logo-dark', 60, 20],
  ]);
  expect(legal).toEqual({ imprint: { title: 'Imprint', content: [{ tag: 'p', children: ['Kajen 4'] }] } });
});

it('need not exist, unless a setting names it', async () => {
  await rm(folder, { recursive: true });
  await expect(readBrandFolder(folder)).rejects.toThrow(/^BRAND_DIR: ENOENT/);
  expect(await readBrandFolder(undefined)).toEqual({ pictures: {}, legal: {} });
});

it.each([
  ['term.md', 'Terms', /term\.md is no part of a brand, which has logo\.svg, .*, imprint\.md\.$/],
  ['logo.jpg', 'x', /logo\.jpg is no part of a brand/],
  ['icon.png', '<svg viewBox="0 0 1 1"/>', /icon\.png is not a PNG\.$/],
  ['icon.svg', 'a picture', /icon\.svg is not an SVG with a width and height or a viewBox\.$/],
  ['icon.svg', svg('width="100%" height="100%"'), /icon\.svg is not an SVG/],
  ['icon.svg', svg('viewBox="0 0 0 10"'), /icon\.svg is not an SVG/],
  [
    'logo.svg',
    svg('viewBox="0 0 700 100"'),
    /logo\.svg is 700 × 100\. Neither side may be more than 6 times the other\.$/,
  ],
  ['logo-dark.svg', svg('viewBox="0 0 2 1"'), /logo-dark\.svg needs a logo for the light theme beside it\.$/],
  ['terms.md', 'x'.repeat(1_000_001), /terms\.md is larger than 1 MB\.$/],
  ['terms.md/more.md', 'x', /^BRAND_DIR: EISDIR/],
])('%s with %.30j is refused', async (file, content, sentence) => {
  await write(file, content);
  await expect(readBrandFolder(folder)).rejects.toThrow(sentence);
  await expect(readBrandFolder(folder)).rejects.toThrow(/^BRAND_DIR: /);
});

it('each picture has its own name, and a link must lead somewhere', async () => {
  await write('icon.svg', svg('viewBox="0 0 1 1"'));
  await write('icon.png', await png(1, 1));
  await expect(readBrandFolder(folder)).rejects.toThrow(/icon\.png and .*icon\.svg are there\. Keep one\.$/);
  await rm(join(folder, 'icon.svg'));
  await symlink(join(folder, 'nowhere'), join(folder, 'terms.md'));
  await expect(readBrandFolder(folder)).rejects.toThrow(/^BRAND_DIR: ENOENT/);
});
