/** Compares what the worker has stored on a device with what it should have. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { OPTIONAL_CHUNKS } from '../../../src/pwa/messages.ts';

/** The digests that the worker of a built version has for its files, by path. */
export async function digestStoredFiles(dist: string): Promise<Map<string, string>> {
  const worker = await readFile(join(dist, 'service-worker.js'), 'utf8');
  const [list = '[]'] = worker.match(/\[\{"integrity":.*?\}\]/) ?? [];
  const files = JSON.parse(list) as { url: string; integrity: string }[];
  return new Map(files.map(({ url, integrity }) => [`/${url}`, integrity]));
}

/** Their content is known before it is built. */
const BUILT = ['app', ...Object.keys(OPTIONAL_CHUNKS)];

interface StoredFile {
  cache: string;
  path: string;
  /** The digest of a built file; of others their type by content, since headers may be wrong. */
  content: string;
}

function storedFiles(page: Page): Promise<StoredFile[]> {
  return page.evaluate(async (built) => {
    const digestOf = async (body: Blob) => {
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await body.arrayBuffer()));
      return `sha256-${btoa(String.fromCharCode(...digest))}`;
    };
    const typeOf = async (body: Blob) => {
      if (await createImageBitmap(body).then(Boolean, () => false)) return 'image';
      try {
        return typeof JSON.parse(await body.text()) === 'object' ? 'json' : 'other';
      } catch {
        return 'other';
      }
    };
    const files: StoredFile[] = [];
    for (const name of (await caches.keys()).filter((one) => one !== 'keys')) {
      const cache = await caches.open(name);
      const label = name.startsWith('workbox-precache') ? 'app' : name;
      for (const request of await cache.keys()) {
        const body = await (await cache.match(request))?.blob();
        if (!body) continue;
        const content = await (built.includes(label) ? digestOf(body) : typeOf(body));
        files.push({ cache: label, path: new URL(request.url).pathname, content });
      }
    }
    return files;
  }, BUILT);
}

/** The wrong files on this device, by cache; `digests` of the versions that may be there. */
export async function findCorruptFiles(page: Page, ...digests: Map<string, string>[]): Promise<string[]> {
  const isRight = ({ cache, path, content }: StoredFile) =>
    BUILT.includes(cache)
      ? digests.some((known) => known.get(path) === content)
      : content === (cache === 'images' ? 'image' : 'json');
  return (await storedFiles(page)).filter((file) => !isRight(file)).map(({ cache, path }) => `${cache}: ${path}`);
}

/** How many files one of the caches holds. */
export function countFiles(page: Page, cache: string): Promise<number> {
  return page.evaluate(async (wanted) => {
    const isWanted = (name: string) => (wanted === 'app' ? name.startsWith('workbox-precache') : name === wanted);
    const counts = (await caches.keys())
      .filter(isWanted)
      .map(async (name) => (await (await caches.open(name)).keys()).length);
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  }, cache);
}
