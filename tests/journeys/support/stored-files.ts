/** Compares what the worker has stored on a device with what it should have. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

/** The digests that the worker of a built version has for its files, by path. */
export async function digestStoredFiles(dist: string): Promise<Map<string, string>> {
  const worker = await readFile(join(dist, 'service-worker.js'), 'utf8');
  const [list = '[]'] = worker.match(/\[\{"integrity":.*?\}\]/) ?? [];
  const files = JSON.parse(list) as { url: string; integrity: string }[];
  return new Map(files.map(({ url, integrity }) => [`/${url}`, integrity]));
}

interface StoredFile {
  cache: string;
  path: string;
  integrity: string;
  /** Its type by content, since headers may be wrong. */
  is: 'image' | 'json' | 'other';
}

function storedFiles(page: Page): Promise<StoredFile[]> {
  return page.evaluate(async () => {
    const files: StoredFile[] = [];
    for (const name of (await caches.keys()).filter((one) => one !== 'keys')) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const body = await (await cache.match(request))?.blob();
        if (!body) continue;
        const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await body.arrayBuffer()));
        const isImage = await createImageBitmap(body).then(Boolean, () => false);
        const isJson = await body.text().then((text) => {
          try {
            return typeof JSON.parse(text) === 'object';
          } catch {
            return false;
          }
        });
        files.push({
          cache: name.startsWith('workbox-precache') ? 'app' : name,
          path: new URL(request.url).pathname,
          integrity: `sha256-${btoa(String.fromCharCode(...digest))}`,
          is: isImage ? 'image' : isJson ? 'json' : 'other',
        });
      }
    }
    return files;
  });
}

/** The wrong files on this device, by cache; `digests` of the versions that may be there. */
export async function findCorruptFiles(page: Page, ...digests: Map<string, string>[]): Promise<string[]> {
  const isRight = ({ cache, path, integrity, is }: StoredFile) => {
    if (['app', 'scanner', 'courier'].includes(cache)) return digests.some((known) => known.get(path) === integrity);
    return is === (cache === 'images' ? 'image' : 'json');
  };
  return (await storedFiles(page)).filter((file) => !isRight(file)).map(({ cache, path }) => `${cache}: ${path}`);
}

/** How many files one of the caches holds. */
export async function countFiles(page: Page, cache: string): Promise<number> {
  return (await storedFiles(page)).filter((file) => file.cache === cache).length;
}
