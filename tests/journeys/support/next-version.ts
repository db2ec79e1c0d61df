/** Another version of the app, made from the built one: a real build would take much longer. */
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { integrityOf } from '../../../build/file-digests.ts';

/** Files whose names carry a hash of their content. */
const ASSET = /([\w.-]+)-([\w-]{8})\.(js|css|wasm|woff2)\b/g;
const TEXT = /\.(?:js|css|html|json|webmanifest)$/;
const PACKED = /\.(?:br|gz|dcz)$/;
const ENTRY = /\{"integrity":"[^"]*","revision":(null|"\w*"),"url":"([^"]*)"\}/g;

/** The same asset of the other version: its parts have other names. */
const renamed = (text: string) =>
  text.replace(
    ASSET,
    (_, name: string, hash: string, type: string) => `${name}-${[...hash].reverse().join('')}.${type}`,
  );

/** Puts the version of the app with this site name into a folder, as a deploy would. */
export async function makeVersion(dist: string, folder: string, siteName: string): Promise<void> {
  const { name } = JSON.parse(await readFile(join(dist, 'manifest.webmanifest'), 'utf8')) as { name: string };
  const files = (await readdir(dist, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !PACKED.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(dist.length + 1));
  for (const file of files) {
    const to = join(folder, renamed(file));
    await mkdir(dirname(to), { recursive: true });
    if (!TEXT.test(file)) await cp(join(dist, file), to);
    else await writeFile(to, renamed(await readFile(join(dist, file), 'utf8')).replaceAll(name, siteName));
  }
  const workerFile = join(folder, 'service-worker.js');
  const worker = await readFile(workerFile, 'utf8');
  const entries = [...worker.matchAll(ENTRY)].map(async ([, revision, url = '']) => {
    const integrity = await integrityOf(join(folder, url));
    return JSON.stringify({ integrity, revision: revision === 'null' ? null : integrity.slice(-9, -1), url });
  });
  const list = await Promise.all(entries);
  await writeFile(
    workerFile,
    worker.replace(ENTRY, () => list.shift() ?? ''),
  );
}
