/**
 * The images of shipments as files of a backup. A file under its random key never changes, so on the same disk a second
 * name for it (a hard link) is a copy that takes no room.
 */
import { constants } from 'node:fs';
import { copyFile, link, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { IMAGE_FILE, variantsOf } from '../../src/domain/image.ts';
import { digestOfFile, flush } from './durable-files.ts';

/** The image files that these links lead to, each with its narrower variants; links of other hosts lead to none. */
export async function* imageFilesOf(links: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const address of links) {
    for (const { url } of variantsOf(address)) yield url.slice(url.lastIndexOf('/') + 1);
  }
}

/** The path of a file in a folder of images, which is split in 256 as the image store splits it. */
export const imagePath = (file: string) => join(file.slice(0, 2), file);

/** Adds an image to a backup's folder and gives its digest; null where it is not there. */
export async function copyImage(from: string, to: string, file: string): Promise<string | null> {
  const source = join(from, imagePath(file));
  const target = join(to, imagePath(file));
  await mkdir(dirname(target), { recursive: true });
  try {
    await link(source, target).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'EEXIST') throw error;
      await copyFile(source, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
      await flush(target);
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    // Two shipments may have the same picture.
    if (code !== 'EEXIST') throw error;
  }
  return (await digestOfFile(target)).sha256;
}

/** Puts an image of a backup back: there whole or not at all. One that is there already is left as it is. */
export async function restoreImage(from: string, to: string, file: string): Promise<void> {
  const target = join(to, imagePath(file));
  if (await stat(target).catch(() => null)) return;
  const beside = join(to, '.unfinished', file);
  await mkdir(dirname(target), { recursive: true });
  await mkdir(dirname(beside), { recursive: true });
  await rm(beside, { force: true });
  // Never a second name for the backup's own file: the backup may be on a disk that goes.
  await copyFile(join(from, imagePath(file)), beside);
  await flush(beside);
  await rename(beside, target);
}

/** One line of the list of images, as `sha256sum --check` reads it. */
export const imageLine = (sha256: string, file: string) => `${sha256}  images/${file.slice(0, 2)}/${file}\n`;

const LINE = /^([0-9a-f]{64}) {2}images\/[0-9a-f]{2}\/(.+)$/;

/** The images of such a list, with their digests. Throws on a line that is none. */
export async function* readImageList(file: string): AsyncGenerator<{ file: string; sha256: string }> {
  const list = await open(file);
  for await (const text of list.readLines()) {
    const [, sha256 = '', name = ''] = LINE.exec(text) ?? [];
    if (!IMAGE_FILE.test(name)) throw new Error(`${file} has a line that names no image: ${text}`);
    yield { file: name, sha256 };
  }
}
