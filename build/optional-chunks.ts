import type { Plugin, Rolldown } from 'vite';
import { CACHES_OF_PAGES, OPTIONAL_CHUNKS, type OptionalCache } from '../src/pwa/messages.ts';

const cacheOf = (chunk: string) =>
  (Object.keys(OPTIONAL_CHUNKS) as OptionalCache[]).find((cache) => OPTIONAL_CHUNKS[cache].includes(chunk));

const PAGES_OF_A_ROLE: readonly string[] = ['courier', 'shop', 'desk', 'desk-lists'];

/** Offline, a page needs all that it imports. */
export const checkOptionalChunks: Plugin = {
  name: 'check-optional-chunks',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      const devices: OptionalCache[][] = Object.values(CACHES_OF_PAGES);
      const own = cacheOf(chunk.name);
      // Only the routes load pages of a role. Otherwise everybody would load something that belongs to a role.
      for (const file of own || chunk.name === 'index' ? [] : chunk.dynamicImports) {
        const needed = bundle[file]?.name ?? '';
        if (PAGES_OF_A_ROLE.includes(needed))
          this.error(`${chunk.name} loads a part of its own from ${needed}: give that a group in build/chunks.ts.`);
      }
      const where = own ? devices.filter((caches) => caches.includes(own)) : [[]];
      for (const file of chunk.imports) {
        const needed = bundle[file]?.name ?? '';
        const cache = cacheOf(needed);
        if (cache && where.some((caches) => !caches.includes(cache)))
          this.error(
            `${chunk.name} imports ${needed}, which not every device with ${chunk.name} caches: ${linksOf(this, chunk, bundle[file])}`,
          );
      }
    }
  },
};

/** Which module imports which. */
function linksOf(
  plugin: Rolldown.PluginContext,
  from: Rolldown.OutputChunk,
  to?: Rolldown.OutputChunk | Rolldown.OutputAsset,
) {
  const there = to?.type === 'chunk' ? Object.keys(to.modules) : [];
  const links = Object.keys(from.modules).flatMap((id) =>
    there.filter((other) => plugin.getModuleInfo(id)?.importedIds.includes(other)).map((other) => `${id} → ${other}`),
  );
  return links.join(', ');
}
