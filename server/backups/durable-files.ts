/** Writes files that survive a power failure, and computes their digests. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface FileDigest {
  bytes: number;
  sha256: string;
}

/** Passes bytes through and hashes them. */
function digesting(): { stream: Transform; result(): FileDigest } {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ bytes, sha256: hash.digest('hex') }) };
}

/**
 * Writes a new file, through `transform` if given, flushes it to disk and returns the digest of its
 * content.
 */
export async function writeFileDurably(
  file: string,
  source: AsyncIterable<Buffer | string>,
  transform?: Transform,
): Promise<FileDigest> {
  const { stream, result } = digesting();
  const target = createWriteStream(file, { flags: 'wx', flush: true });
  if (transform) await pipeline(source, transform, stream, target);
  else await pipeline(source, stream, target);
  return result();
}

/**
 * The digest of a file.
 * @throws ENOENT if it does not exist.
 */
export async function digestOfFile(file: string): Promise<FileDigest> {
  const { stream, result } = digesting();
  await pipeline(createReadStream(file), stream, async (chunks) => {
    for await (const _ of chunks);
  });
  return result();
}

/** Flushes a file or a folder's entries to disk. Windows cannot do this for folders. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } catch (error) {
    if (process.platform !== 'win32') throw error;
  } finally {
    await handle.close();
  }
}

/**
 * Flushes the entries of every folder below `folder`, so that file names survive a power failure
 * too.
 */
export async function flushFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) await flush(join(entry.parentPath, entry.name));
  }
}
