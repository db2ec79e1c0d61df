import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LegalPage } from '../../../src/domain/legal-page.ts';
import { LEGAL_NAMES, LEGAL_WORDS, type LegalName } from '../../../src/domain/legal-terms.ts';
import {
  BRAND_FILE_LABELS,
  type BrandFile,
  isPicture,
  PICTURE_NAMES,
  type PictureName,
} from '../../../src/domain/settings/brand-files.ts';

export interface Picture {
  file: string;
  bytes: Buffer;
  width: number;
  height: number;
}

/** What a manager saved on a page: a PNG, or Markdown. */
export interface StoredFile {
  name: BrandFile;
  bytes: Buffer;
}

export interface BrandFolder {
  pictures: Partial<Record<PictureName, Picture>>;
  legal: Partial<Record<LegalName, LegalPage>>;
}

const DEFAULT_FOLDER = 'brand';
const MAX_BYTES = 1_000_000;
const KINDS: Record<string, string> = { svg: 'an SVG with a width and height or a viewBox', png: 'a PNG' };
/** The header has room for a logo this wide. */
const MAX_RATIO = 6;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const KNOWN = [
  ...PICTURE_NAMES.flatMap((name) => Object.keys(KINDS).map((kind) => `${name}.${kind}`)),
  ...LEGAL_NAMES.map((name) => `${name}.md`),
];
const IGNORED = /^\.|^readme\b|~$|^Thumbs\.db$/i;

/**
 * Reads BRAND_DIR, and of what is stored the names that it doesn't have.
 * @throws An error that names the file and says what is wrong with it.
 */
export async function readBrandFolder(
  folder: string | undefined,
  stored: readonly StoredFile[] = [],
): Promise<BrandFolder> {
  const path = folder ?? DEFAULT_FOLDER;
  const files = await readdir(path).catch(({ code, message }: NodeJS.ErrnoException) => {
    if (code === 'ENOENT' && folder === undefined) return null;
    throw new Error(`BRAND_DIR: ${message}`);
  });
  const found: BrandFolder = { pictures: {}, legal: {} };
  for (const file of files?.filter((name) => !IGNORED.test(name)) ?? []) {
    if (!KNOWN.includes(file)) {
      throw new Error(`BRAND_DIR: ${join(path, file)} is no part of a brand, which has ${KNOWN.join(', ')}.`);
    }
    await readPart(found, path, file);
  }
  for (const { name, bytes } of stored) {
    if (hasPart(found, name)) continue;
    await addPart(found, BRAND_FILE_LABELS[name], { name, kind: isPicture(name) ? 'png' : 'md', bytes });
  }
  if (found.pictures['logo-dark'] && !found.pictures.logo) {
    throw new Error(`BRAND_DIR: ${found.pictures['logo-dark'].file} needs a logo for the light theme beside it.`);
  }
  return found;
}

export const hasPart = ({ pictures, legal }: BrandFolder, name: BrandFile): boolean =>
  name in { ...pictures, ...legal };

async function readPart(found: BrandFolder, folder: string, file: string): Promise<void> {
  const path = join(folder, file);
  const refuse = ({ message }: Error): never => {
    throw new Error(`BRAND_DIR: ${message}`);
  };
  const { size: length } = await stat(path).catch(refuse);
  if (length > MAX_BYTES) throw new Error(`BRAND_DIR: ${path} is larger than 1 MB.`);
  const [name = '', kind = ''] = file.split('.');
  await addPart(found, path, { name, kind, bytes: await readFile(path).catch(refuse) });
}

interface Part {
  name: string;
  kind: string;
  bytes: Buffer;
}

async function addPart({ pictures, legal }: BrandFolder, path: string, { name, kind, bytes }: Part): Promise<void> {
  const legalName = LEGAL_NAMES.find((known) => known === name);
  if (legalName) {
    const { parseLegalPage } = await import('./legal-page.ts');
    legal[legalName] = parseLegalPage(bytes.toString(), LEGAL_WORDS[legalName].title);
    return;
  }
  const size = kind === 'png' ? sizeOfPng(bytes) : sizeOfSvg(bytes.toString());
  if (!size) throw new Error(`BRAND_DIR: ${path} is not ${KINDS[kind]}.`);
  const { width, height } = size;
  if (width / height > MAX_RATIO || height / width > MAX_RATIO) {
    throw new Error(
      `BRAND_DIR: ${path} is ${width} × ${height}. Neither side may be more than ${MAX_RATIO} times the other.`,
    );
  }
  const picture = PICTURE_NAMES.find((known) => known === name) ?? 'icon';
  if (pictures[picture]) throw new Error(`BRAND_DIR: ${pictures[picture].file} and ${path} are there. Keep one.`);
  pictures[picture] = { file: path, bytes, width, height };
}

interface Size {
  width: number;
  height: number;
}

function sizeOfPng(bytes: Buffer): Size | null {
  if (bytes.length < 24 || !bytes.subarray(0, PNG.length).equals(PNG)) return null;
  return asSize(bytes.readUInt32BE(16), bytes.readUInt32BE(20));
}

/** In pixels, or of its viewBox. */
function sizeOfSvg(text: string): Size | null {
  const [tag = ''] = /<svg(?=[\s>])[^>]*>/.exec(text) ?? [];
  const attributes = Array.from(tag.matchAll(/(?<=\s)([\w:-]+)\s*=\s*["']([^"']*)["']/g), ([, name, value]) => [
    name,
    value,
  ]);
  const attribute = (name: string) => attributes.find(([known]) => known === name)?.[1];
  const lengthOf = (name: string) => Number(/^\s*([\d.]+)(?:px)?\s*$/.exec(attribute(name) ?? '')?.[1]);
  const [, , width = Number.NaN, height = Number.NaN] = (attribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return asSize(lengthOf('width'), lengthOf('height')) ?? asSize(width, height);
}

const asSize = (width: number, height: number): Size | null => (width > 0 && height > 0 ? { width, height } : null);
