import { brotliCompressSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

const PAGES = { '/track': 'track', '/track/{id}': 'tracked', '/login': 'forms' };

/** All chunks that these load before anybody acts, with their limits in kB after Brotli. */
const LIMITS: Record<string, number> = {
  // The hashes of other chunks' names in it make it 0.1 kB more or less.
  index: 110.5,
  'rolldown-runtime': 0.5,
  field: 1.6,
  track: 4.5,
  tracked: 9.7,
  basics: 5.5,
  money: 1.2,
  forms: 16.8,
  once: 1.8,
};

const LATER: Record<string, number> = { chart: 5 };

/** Fails the build if a chunk grew too much, or a page loads another one at first. */
export const limitFirstLoad: Plugin = {
  name: 'limit-first-load',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    if (!chunks.some(({ name }) => name === 'index')) return;
    const problems = Object.entries(PAGES).flatMap(([page, name]) =>
      withImports(chunks, [find(chunks, 'index'), find(chunks, name)]).flatMap((chunk) => {
        const limit = LIMITS[chunk.name] ?? 0;
        const size = brotliCompressSync(chunk.code).length / 1_000;
        return size > limit ? [`${page} loads ${chunk.name} of ${size.toFixed(1)} kB: at most ${limit}.`] : [];
      }),
    );
    for (const { name, code } of chunks.filter(({ name }) => name in LATER)) {
      const size = brotliCompressSync(code).length / 1_000;
      if (size > (LATER[name] ?? 0)) problems.push(`${name} has ${size.toFixed(1)} kB: at most ${LATER[name]}.`);
    }
    if (problems.length > 0) this.error([...new Set(problems)].join('\n'));
  },
};

function find(chunks: Rolldown.OutputChunk[], name: string): Rolldown.OutputChunk {
  const found = chunks.find((chunk) => chunk.name === name);
  if (!found) throw new Error(`There is no chunk ${name}: see build/first-load.ts`);
  return found;
}

function withImports(chunks: Rolldown.OutputChunk[], from: Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const loaded = new Set(from);
  for (const { imports } of loaded) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) loaded.add(chunk);
  }
  return [...loaded];
}
