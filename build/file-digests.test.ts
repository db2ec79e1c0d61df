import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { addDigests } from './file-digests.ts';

it('gives every file of the list the digest of its bytes, and leaves no file in the list without one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'waybill-digests-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'assets/empty-1.js'), '');
  await writeFile(join(folder, 'app.html'), 'abc');
  type Options = Parameters<typeof addDigests>[0]['injectManifest'];
  const injectManifest = {
    globDirectory: folder,
    additionalManifestEntries: [{ url: 'icon.svg', revision: '1' }],
  } as Options;
  addDigests({ injectManifest });
  const [transform] = injectManifest.manifestTransforms ?? [];
  const list = await transform?.([
    { url: 'assets/empty-1.js', revision: null, size: 0 },
    { url: 'app.html', revision: 'of-today', size: 3 },
  ]);
  // The well-known digests of nothing and of "abc" (FIPS 180-2).
  expect(list?.manifest).toMatchObject([
    { url: 'assets/empty-1.js', revision: null, integrity: 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' },
    { url: 'app.html', revision: 'of-today', integrity: 'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=' },
  ]);
  expect(injectManifest.additionalManifestEntries).toEqual([]);
  await expect(transform?.([{ url: 'gone.js', revision: null, size: 0 }])).rejects.toThrow('ENOENT');
  await rm(folder, { recursive: true });
});
