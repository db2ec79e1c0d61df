/** What a browser with an earlier version of a script downloads, from a real build and server. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { carryOverAssets } from '../../server/http/carry-over-assets.ts';
import { testServer } from '../support/vitest.ts';

const EARLIER = await readFile('node_modules/react-dom/cjs/react-dom-client.production.js');
const CURRENT = Buffer.from(
  EARLIER.toString().replaceAll('getOwnerDocument', 'ownerDocumentOf').replace(/\n/, '\nlet added;\n'),
);
/** The same for all: compressing takes a while. */
const WHOLE = brotliCompressSync(CURRENT);
const FILE = 'frame-B7xk29Qd.js';

const folder = await mkdtemp(join(tmpdir(), 'waybill-deltas-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const [last, dist] = [join(folder, 'last'), join(folder, 'current')];
for (const build of [last, dist]) await mkdir(join(build, 'assets'), { recursive: true });
await writeFile(join(last, 'assets/frame-A1_b-c2D.js'), EARLIER);
await writeFile(join(last, 'assets/other-A1_b-c2D.js'), `${CURRENT}// another file`);
await writeFile(join(dist, 'assets', FILE), CURRENT);
await writeFile(join(dist, `assets/${FILE}.br`), WHOLE);
await writeFile(join(dist, 'index.html'), '<!doctype html>');
await carryOverAssets(last, dist);
const server = await testServer({ environment: { DIST_DIR: dist } });

const dictionary = (bytes: Buffer | string) => `:${createHash('sha256').update(bytes).digest('base64')}:`;
const get = (headers: Record<string, string>) => server.request({ url: `/assets/${FILE}`, headers });

it('a browser with the earlier version of a script downloads a tenth of the new one', async () => {
  const { headers, rawPayload } = await get({
    'accept-encoding': 'gzip, deflate, br, zstd, dcb, dcz',
    'available-dictionary': dictionary(EARLIER),
  });
  expect(headers).toMatchObject({
    'content-encoding': 'dcz',
    'content-type': expect.stringMatching(/^text\/javascript/),
    'cache-control': 'public, max-age=31536000, immutable',
    'use-as-dictionary': 'match="/assets/frame-*.js"',
    vary: 'accept-encoding, available-dictionary',
  });
  expect(rawPayload.subarray(0, 8).toString('hex')).toBe('5e2a4d1820000000');
  expect(rawPayload.subarray(8, 40)).toEqual(createHash('sha256').update(EARLIER).digest());
  expect(zstdDecompressSync(rawPayload.subarray(40), { dictionary: EARLIER }).equals(CURRENT)).toBe(true);
  expect(rawPayload.length).toBeLessThan(WHOLE.length / 10);
});

it.each([
  ['has no dictionary', { 'accept-encoding': 'br, dcz' }],
  ['has one of another file', { 'accept-encoding': 'br, dcz', 'available-dictionary': dictionary(`${CURRENT}//`) }],
  ['has one that nobody knows', { 'accept-encoding': 'br, dcz', 'available-dictionary': dictionary('unknown') }],
  ['cannot write its hash', { 'accept-encoding': 'br, dcz', 'available-dictionary': ':../../etc/passwd:' }],
  ['does not read deltas', { 'accept-encoding': 'br, dcb', 'available-dictionary': dictionary(EARLIER) }],
  ['refuses deltas', { 'accept-encoding': 'br, dcz;q=0', 'available-dictionary': dictionary(EARLIER) }],
])('a browser that %s downloads the whole script', async (_, asked) => {
  const { headers, rawPayload } = await get(asked);
  expect(headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding, available-dictionary' });
  expect(brotliDecompressSync(rawPayload).equals(CURRENT)).toBe(true);
});
