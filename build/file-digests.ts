import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ResolvedVitePWAOptions } from 'vite-plugin-pwa';

/** Uncompressed: `sha256-…`. */
export async function integrityOf(file: string): Promise<string> {
  const digest = createHash('sha256').update(await readFile(file));
  return `sha256-${digest.digest('base64')}`;
}

export function addDigests({ injectManifest }: Pick<ResolvedVitePWAOptions, 'injectManifest'>): void {
  // Workbox adds these after the transforms, without digests: `globPatterns` has the same files.
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
