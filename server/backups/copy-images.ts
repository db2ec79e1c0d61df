/** A file under its key never changes, so a hard link is a copy. */
import { constants } from 'node:fs';
import { chmod, copyFile, link, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { IMAGE_FILE, variantsOf } from '../../src/domain/image.ts';
import { OWNER_ONLY } from '../base/embedded-postgres/private-folder.ts';
import { digestFile, flush } from './durable-files.ts';

export async function* listImageFiles(links: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const address of links) {
    for (const { url } of variantsOf(address)) yield url.slice(url.lastIndexOf('/') + 1);
  }
}

export const imagePath = (file: string) => join(file.slice(0, 2), file);

export async function copyImage(from: string, to: string, file: string): Promise<string | null> {
  const source = join(from, imagePath(file));
  const target = join(to, imagePath(file));
  await mkdir(dirname(target), { recursive: true, mode: OWNER_ONLY.folder });
  try {
    await link(source, target).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'EEXIST') throw error;
      await copyFile(source, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
      await flush(target);
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    if (code !== 'EEXIST') throw error;
  }
  return (await digestFile(target)).sha256;
}

export async function restoreImage(from: string, to: string, file: string): Promise<void> {
  const target = join(to, imagePath(file));
  if (await stat(target).catch(() => null)) return;
  const unfinished = join(to, '.unfinished', file);
  await mkdir(dirname(target), { recursive: true, mode: OWNER_ONLY.folder });
  await mkdir(dirname(unfinished), { recursive: true, mode: OWNER_ONLY.folder });
  await rm(unfinished, { force: true });
  // Copied: the backup may be on a removable disk.
  await copyFile(join(from, imagePath(file)), unfinished);
  await chmod(unfinished, OWNER_ONLY.file);
  await flush(unfinished);
  await rename(unfinished, target);
}

export type ImageFolder = 'images' | 'proofs';

/** For `sha256sum --check`. */
export const formatImageLine = (sha256: string, folder: ImageFolder, file: string) =>
  `${sha256}  ${folder}/${file.slice(0, 2)}/${file}\n`;

const LINE = /^([0-9a-f]{64}) {2}(images|proofs)\/[0-9a-f]{2}\/(.+)$/;
const NAMES = { images: IMAGE_FILE, proofs: /^[0-9a-f]{32}\.webp$/ };

export async function* readImageList(
  file: string,
): AsyncGenerator<{ folder: ImageFolder; file: string; sha256: string }> {
  const list = await open(file);
  for await (const text of list.readLines()) {
    const [, sha256 = '', folder, name = ''] = LINE.exec(text) ?? [];
    if ((folder !== 'images' && folder !== 'proofs') || !NAMES[folder].test(name))
      throw new Error(`${file} has a line that names no image: ${text}`);
    yield { folder, file: name, sha256 };
  }
}
