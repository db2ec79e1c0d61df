/** The server as people run it: our code in one file, its packages in another. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

/** What the server opens by path: see server/config/paths.ts. */
const FILES = ['database/migrations', 'demo/pictures'];

const copyFiles: Plugin = {
  name: 'copy-files',
  writeBundle({ dir = '' }) {
    for (const folder of FILES) cpSync(join('server', folder), join(dir, folder), { recursive: true });
  },
};

/** Read at the first fault (server/errors/source-positions.ts), which should not cost what a map of all packages costs. */
const mapOursOnly: Plugin = {
  name: 'map-ours-only',
  generateBundle(_options, bundle) {
    for (const name of ['packages', 'first-packages']) delete bundle[`bin/${name}.js.map`];
  },
};

const FIRST_PACKAGES =
  /node_modules.(pg|pg-(?!boss)[a-z-]+|pgpass|postgres-[a-z]+|split2|xtend|valibot|ipaddr\.js|date-fns)[\\/]/;

/**
 * `import 'node:http'` would read every property of the module, among them WebSocket, which loads
 * all of undici. Fastify requires `node:http2`, and loads it only if it serves that.
 */
const LEAN: Record<string, string> = {
  'node:http': `const http = process.getBuiltinModule('node:http');
    export default http;
    export const { IncomingMessage, STATUS_CODES } = http;`,
  'node:http2': `const http2 = () => process.getBuiltinModule('node:http2');
    export const createServer = (...rest) => http2().createServer(...rest);
    export const createSecureServer = (...rest) => http2().createSecureServer(...rest);`,
};

const leanBuiltins: Plugin = {
  name: 'lean-builtins',
  enforce: 'pre',
  resolveId: (id, _importer, { kind }) =>
    (id === 'node:http' && kind === 'import-statement') || id === 'node:http2' ? `\0${id}` : null,
  load: (id) => LEAN[id.slice(1)] ?? null,
};

/**
 * tRPC is published for engines without `{ ...object }`. Its own spread, property by property, takes
 * a sixth of a look-up. Not `Object.assign`, to which a key `__proto__` of a request is a prototype.
 */
const nativeSpread: Plugin = {
  name: 'native-spread',
  transform: {
    filter: { id: /@trpc.server.dist/, code: 'function _objectSpread2(' },
    handler(code) {
      const native = code.replace(
        /function _objectSpread2\(e\) \{.*?\n\}/s,
        'const _objectSpread2 = (one, other, last) => ({ ...one, ...other, ...last });',
      );
      if (native === code) throw new Error('tRPC spreads objects in another way now');
      return native;
    },
  },
};

export default defineConfig({
  plugins: [copyFiles, mapOursOnly, leanBuiltins, nativeSpread],
  publicDir: false,
  ssr: {
    noExternal: true,
    // Native code, and the driver that brings the client of S3: few load that.
    external: ['@node-rs/argon2', 'sharp', 'flydrive/drivers/s3', 'pg-native'],
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
        chunkFileNames: 'bin/[name].js',
        codeSplitting: {
          groups: [
            // All that main.ts needs to start PostgreSQL, before the rest is loaded.
            { name: 'first-packages', test: FIRST_PACKAGES, priority: 1 },
            { name: 'packages', test: /node_modules/ },
          ],
        },
      },
    },
  },
});
