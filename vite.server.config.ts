/** The server as people run it: our code in one file, its packages in another. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const MIGRATIONS = 'database/migrations';

const migrations: Plugin = {
  name: 'migrations',
  writeBundle: ({ dir = '' }) => cpSync(join('server', MIGRATIONS), join(dir, MIGRATIONS), { recursive: true }),
};

/** Read at the first fault (server/errors/source-positions.ts), which should not cost what a map of all packages costs. */
const mapOursOnly: Plugin = {
  name: 'map-ours-only',
  generateBundle(_options, bundle) {
    delete bundle['packages.js.map'];
  },
};

export default defineConfig({
  plugins: [migrations, mapOursOnly],
  publicDir: false,
  ssr: {
    noExternal: true,
    // Native code, and flydrive, which brings the client of S3: few load that.
    external: ['@node-rs/argon2', 'sharp', 'flydrive', 'pg-native'],
  },
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node24',
    sourcemap: true,
    rolldownOptions: {
      // Named as their sources: see server/config/paths.ts.
      input: { 'bin/main': 'server/main.ts', 'images/encoder': 'server/images/encoder.ts' },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        codeSplitting: { groups: [{ name: 'packages', test: /node_modules/ }] },
      },
    },
  },
});
