import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(html|js|css|svg|wasm|webmanifest|txt)$/;
const WORTH_IT = 512;

export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: {
      // After the service worker's own bundle.
      order: 'post',
      sequential: true,
      async handler() {
        const entries = await readdir(folder, { recursive: true });
        await Promise.all(
          entries.filter((name) => COMPRESSIBLE.test(name)).map((name) => compressFile(join(folder, name))),
        );
      },
    },
  };
}

async function compressFile(file: string): Promise<void> {
  if ((await stat(file)).size < WORTH_IT) return;
  const text = await readFile(file);
  const brotli = await promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  await writeFile(`${file}.br`, brotli);
  await writeFile(`${file}.gz`, await promisify(gzip)(text, { level: 9 }));
}
