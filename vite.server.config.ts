/** The server as people run it: our code in one file, its packages in another. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, minify, type Plugin } from 'vite';
import { limitStart, plainHttp } from './build/lean-start.ts';
import { nativeSpread } from './build/native-spread/native-spread.ts';
import { IMPORTED_PACKAGES, SCRIPTS } from './build/runtime.ts';

/** What the server opens by path: see server/base/config/paths.ts. */
const FILES = ['base/database/migrations', 'demo/pictures'];

const copyFiles: Plugin = {
  name: 'copy-files',
  writeBundle({ dir = '' }) {
    for (const folder of FILES) cpSync(join('server', folder), join(dir, folder), { recursive: true });
  },
};

/** Read at the first fault (server/base/errors/source-positions.ts), which should not cost what a map of all packages costs. */
const mapOursOnly: Plugin = {
  name: 'map-ours-only',
  generateBundle(_options, bundle) {
    for (const file of Object.keys(bundle)) if (file.endsWith('packages.js.map')) delete bundle[file];
  },
};

/** V8 keeps the text of all it loads, with two bytes for each letter if one of them is beyond Latin-1. */
const trimPackages: Plugin = {
  name: 'trim-packages',
  async generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || !/packages\d?$/.test(chunk.name)) continue;
      // Names stay as they are, for stacks.
      const options = { compress: false, mangle: false, codegen: { removeWhitespace: true } };
      const { code } = await minify(chunk.fileName, chunk.code, options);
      chunk.code = code.replace(/[\u0100-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    }
  },
};

const FIRST_PACKAGES =
  /node_modules.(pg|pg-(?!boss)[a-z-]+|pgpass|postgres-[a-z]+|split2|xtend|valibot|ipaddr\.js|date-fns|leven)[\\/]|plain-http/;

const SHARED_PACKAGES = /node_modules.(inherits|safe-stable-stringify|secure-json-parse)[\\/]/;
/** Which the process for jobs does not load. */
const WEB_PACKAGES =
  /node_modules.(@?fastify|ajv|fast-json-stringify|fast-uri|find-my-way|light-my-request|avvio|helmet|pino|thread-stream|@zxcvbn-ts|prom-client|mime|glob|bowser)[\\/]/;
const MAIL_PACKAGES = /node_modules.nodemailer[\\/]/;

export default defineConfig({
  plugins: [plainHttp, copyFiles, mapOursOnly, nativeSpread, trimPackages, limitStart],
  publicDir: false,
  ssr: {
    noExternal: true,
    external: [...IMPORTED_PACKAGES.filter((name) => name !== 'flydrive'), 'flydrive/drivers/s3', 'pg-native'],
  },
  build: {
    ssr: true,
    outDir: 'dist/server',
    target: 'node24',
    sourcemap: true,
    rolldownOptions: {
      // Named as their sources: see server/base/config/paths.ts.
      input: {
        'bin/main': 'server/main.ts',
        start: 'server/start-release.ts',
        ...Object.fromEntries(SCRIPTS.map((name) => [`bin/${name}`, `server/${name}.ts`])),
        'base/secrets/hasher': 'server/base/secrets/hasher.ts',
        'base/images/encoder': 'server/base/images/encoder.ts',
        'labels/drawing/writer': 'server/labels/drawing/writer.ts',
        'banking/read-bank-file': 'server/banking/read-bank-file.ts',
        'base/routes/finder': 'server/base/routes/finder.ts',
      },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'bin/[name].js',
        codeSplitting: {
          groups: [
            // All that main.ts needs to start PostgreSQL, before the rest is loaded.
            { name: 'first-packages', test: FIRST_PACKAGES, priority: 1 },
            // Few send traces. Metrics use its interfaces, too.
            { name: 'metrics-packages', test: /node_modules.@opentelemetry.api[\\/]/, priority: 2 },
            { name: 'tracing-packages', test: /node_modules.@opentelemetry/, priority: 1 },
            { name: 'packages', test: SHARED_PACKAGES, priority: 2 },
            { name: 'web-packages', test: WEB_PACKAGES, priority: 1 },
            { name: 'mail-packages', test: MAIL_PACKAGES, priority: 1 },
            { name: 'packages', test: /node_modules/ },
          ],
        },
      },
    },
  },
});
