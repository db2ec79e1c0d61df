import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ResolvedVitePWAOptions } from 'vite-plugin-pwa';

/** The digest of a file's bytes, uncompressed, as subresource integrity writes it: `sha256-…`. */
export async function integrityOf(file: string): Promise<string> {
  const digest = createHash('sha256').update(await readFile(file));
  return `sha256-${digest.digest('base64')}`;
}

/** Has every file in the service worker's list carry its digest. */
export function addDigests({ injectManifest }: Pick<ResolvedVitePWAOptions, 'injectManifest'>): void {
  // Workbox adds these after every transform, so they would carry none: `globPatterns` names the same files.
  injectManifest.additionalManifestEntries = [];
  injectManifest.manifestTransforms = [
    async (entries) => ({
      manifest: await Promise.all(
        entries.map(async (entry) => ({
          ...entry,
          integrity: await integrityOf(join(injectManifest.globDirectory ?? '', entry.url)),
        })),
      ),
    }),
  ];
}
