/** Differences from earlier versions that browsers still have (RFC 9842, decision 0027). */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';

const HASHED = /^(?<name>[\w-]+)-[\w-]{8}(?<extension>\.(?:js|css))$/;
const ENCODED = /\.(?:br|gz|[0-9a-f]{64}\.dcz)$/;
const DICTIONARY = /^:([A-Za-z0-9+/]{43}=):$/;
const MAGIC = Buffer.from('5e2a4d1820000000', 'hex');
const MAX_EARLIER_VERSIONS = 3;

export const isDelta = (file: string): boolean => file.endsWith('.dcz');

export const decodedName = (file: string): string => file.replace(ENCODED, '');

export function dictionaryPattern(file: string): string | null {
  const { name, extension } = HASHED.exec(file)?.groups ?? {};
  return name ? `/assets/${name}-*${extension}` : null;
}

/** Null if there is none, or the browser accepts none. */
export function findDelta(assets: string, file: string, headers: IncomingHttpHeaders): string | null {
  const [, base64] = DICTIONARY.exec(String(headers['available-dictionary'] ?? '')) ?? [];
  const accepted = (headers['accept-encoding'] ?? '')
    .toString()
    .split(',')
    .map((one) => one.trim());
  if (!base64 || !HASHED.test(file) || !accepted.includes('dcz')) return null;
  const delta = `${file}.${Buffer.from(base64, 'base64').toString('hex')}.dcz`;
  return existsSync(join(assets, delta)) ? delta : null;
}

export async function writeDeltas(assets: string, earlier: readonly string[]): Promise<void> {
  const dated = await Promise.all(
    earlier
      .filter((file) => HASHED.test(file))
      .map(async (file) => ({ file, builtAt: (await stat(join(assets, file))).mtimeMs })),
  );
  const newestFirst = dated.toSorted((one, other) => other.builtAt - one.builtAt).map(({ file }) => file);
  const current = (await readdir(assets)).filter((file) => HASHED.test(file) && !earlier.includes(file));
  for (const file of current) {
    const pattern = dictionaryPattern(file);
    const versions = newestFirst.filter((candidate) => dictionaryPattern(candidate) === pattern);
    for (const version of versions.slice(0, MAX_EARLIER_VERSIONS)) await writeDelta(assets, file, version);
  }
}

async function writeDelta(assets: string, file: string, earlier: string): Promise<void> {
  const [content, dictionary] = await Promise.all([file, earlier].map((name) => readFile(join(assets, name))));
  if (!content || !dictionary) return;
  const frame = await promisify(zstdCompress)(content, {
    dictionary,
    params: { [constants.ZSTD_c_compressionLevel]: 19 },
  });
  const hash = createHash('sha256').update(dictionary).digest();
  const body = Buffer.concat([MAGIC, hash, frame]);
  const brotli = await stat(join(assets, `${file}.br`)).catch(() => ({ size: content.length }));
  if (body.length < brotli.size) await writeFile(join(assets, `${file}.${hash.toString('hex')}.dcz`), body);
}
