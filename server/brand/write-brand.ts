/** Lays a brand over the built app: the few files that differ, in a folder of DATA_DIR. */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { LEGAL_NAMES } from '../../src/domain/legal-terms.ts';
import { type Site, siteElement } from '../../src/domain/site.ts';
import { fillSitePage, SITE_PAGES_FILE, type SitePages } from '../../src/domain/site-page.ts';
import { type Brand, isDefaultBrand, MAIL_LOGO } from '../base/config/brand.ts';
import { writeStyles } from './brand-styles.ts';
import { DRAWING_VERSION, drawPictures, type LogoNames, needsLetterIcon } from './draw-pictures.ts';

export interface BrandFiles {
  folder: string;
  names: ReadonlySet<string>;
  fill(page: string): string;
}

interface Place {
  dist: string;
  folder: string;
  fonts: readonly string[];
}

const MANIFEST = 'manifest.webmanifest';
const WORKER = 'service-worker.js';
/** Others may be starting with them, or still stopping. */
const KEPT_FOR_MS = 7 * 24 * 60 * 60 * 1000;
const PACKED = /\.(?:br|gz)$/;

/**
 * Null if the built app has this brand, or nothing is built.
 * @throws An error that names a file of the brand that cannot be used.
 */
export async function writeBrand(brand: Brand, place: Place): Promise<BrandFiles | null> {
  const pagesFile = join(place.dist, SITE_PAGES_FILE);
  if (isDefaultBrand(brand) || !existsSync(pagesFile)) return null;
  const pages = JSON.parse(await readFile(pagesFile, 'utf8')) as SitePages;
  const [manifest, worker] = await Promise.all(
    [MANIFEST, WORKER].map((name) => readFile(join(place.dist, name), 'utf8')),
  );
  const assets = composeAssets(brand);
  const fill = (page: string) => fillSitePage(page, assets.site, assets.head);
  const texts = new Map([
    ...assets.texts,
    ...Object.entries(pages).map(([name, page]) => [name, fill(page)] as const),
    [MANIFEST, composeManifest(manifest ?? '', brand)],
  ]);
  const pictures = Object.values(brand.pictures).map(({ bytes }) => bytes);
  const key = hashOf([
    ...[...texts].flat(),
    worker ?? '',
    brand.site.letter,
    String(DRAWING_VERSION),
    ...place.fonts,
    ...pictures,
  ]);
  const folder = join(place.folder, key);
  if (!existsSync(folder)) {
    const drawn = await drawPictures(brand, assets.names, place.fonts);
    const files = new Map<string, string | Buffer>([...texts, ...drawn]);
    files.set(WORKER, composeWorker(worker ?? '', files));
    await writeFolder(folder, files);
  }
  const now = new Date();
  await utimes(folder, now, now);
  await removeUnused(place.folder, key);
  return { folder, names: new Set(await listFiles(folder)), fill };
}

const hashOf = (parts: readonly (string | Buffer)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('base64url').replaceAll(/[-_]/g, '0').slice(0, 20);
};

/** Like the build, puts a hash of the content into the name. */
const addressOf = (name: string, extension: string, parts: readonly (string | Buffer)[]) =>
  `assets/${name}-${hashOf(parts).slice(0, 8)}.${extension}`;

function composeAssets(brand: Brand) {
  const { pictures, legal } = brand;
  const drawing = (name: string, file: keyof typeof pictures) =>
    addressOf(name, 'png', [pictures[file]?.bytes ?? '', String(DRAWING_VERSION)]);
  const names: LogoNames = {
    logo: drawing('brand-logo', 'logo'),
    dark: drawing('brand-logo-dark', 'logo-dark'),
    mark: drawing('brand-mark', 'icon'),
    mail: MAIL_LOGO.slice(1),
  };
  const texts: [name: string, text: string][] = [];
  const add = (name: string, extension: string, text: string) => {
    const address = addressOf(name, extension, [text]);
    texts.push([address, text]);
    return `/${address}`;
  };
  const listed = LEGAL_NAMES.flatMap((name) => (legal[name] ? [{ name, page: legal[name] }] : []));
  const site: Site = {
    ...brand.site,
    legal: listed.map(({ name, page }) => ({ name, file: add(name, 'json', JSON.stringify(page)) })),
  };
  const styles = writeStyles(brand, names);
  const link = styles && `<link rel="stylesheet" href="${add('brand', 'css', styles)}">`;
  return { site, names, texts, head: link + siteElement(site) };
}

interface Icon {
  src: string;
  purpose?: string;
}
interface Manifest {
  icons: Icon[];
  shortcuts: { icons: Icon[] }[];
  screenshots?: unknown;
}

/** Other icons have other addresses, as systems keep what they have installed. */
function composeManifest(text: string, brand: Brand): string {
  const { screenshots: _, ...manifest } = JSON.parse(text) as Manifest;
  const { icon } = brand.pictures;
  const version = hashOf([
    JSON.stringify([brand.site.letter, brand.colours]),
    icon?.bytes ?? '',
    String(DRAWING_VERSION),
  ]);
  const isChanged = icon !== undefined || needsLetterIcon(brand);
  const versioned = (icons: Icon[]) =>
    icons
      .filter(({ purpose }) => !(icon && purpose === 'monochrome'))
      .map((each) => (isChanged ? { ...each, src: `${each.src}?v=${version.slice(0, 8)}` } : each));
  return JSON.stringify({
    ...manifest,
    name: brand.site.name,
    short_name: brand.site.name,
    icons: versioned(manifest.icons),
    shortcuts: manifest.shortcuts.map((shortcut) => ({ ...shortcut, icons: versioned(shortcut.icons) })),
  });
}

const ENTRY = /\{"integrity":"[^"]*","revision":(?:null|"\w*"),"url":"([^"]*)"\}/g;

function composeWorker(worker: string, files: ReadonlyMap<string, string | Buffer>): string {
  const entryOf = (url: string, isNew: boolean) => {
    const digest = createHash('sha256').update(files.get(url) ?? '');
    const integrity = `sha256-${digest.digest('base64')}`;
    const revision = isNew ? null : hashOf([integrity]);
    return JSON.stringify({ integrity, revision, url });
  };
  const added = [...files.keys()].filter((name) => name.startsWith('assets/'));
  const start = worker.search(ENTRY);
  if (start < 0) throw new Error('The service worker has no list of files');
  const changed = worker.replace(ENTRY, (entry, url: string) => (files.has(url) ? entryOf(url, false) : entry));
  const list = added.map((name) => `${entryOf(name, true)},`).join('');
  return changed.slice(0, start) + list + changed.slice(start);
}

async function writeFolder(folder: string, files: ReadonlyMap<string, string | Buffer>): Promise<void> {
  const part = `${folder}.${randomUUID()}.part`;
  try {
    await Promise.all([...files].map(([name, content]) => writePacked(join(part, name), content)));
    await rename(part, folder).catch((error: NodeJS.ErrnoException) => {
      // Another server has written the same.
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}

async function writePacked(path: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  if (typeof content !== 'string') return;
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content));
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !PACKED.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

async function removeUnused(folder: string, current: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path);
    if (name !== current && Date.now() - mtimeMs > KEPT_FOR_MS) await rm(path, { recursive: true, force: true });
  }
}
