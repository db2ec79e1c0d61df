/** Files whose content and names survive a power failure. */
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

function createDigestStream(): { stream: Transform; result(): FileDigest } {
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

export async function writeFileDurably(
  file: string,
  source: AsyncIterable<Buffer | string>,
  transform?: Transform,
): Promise<FileDigest> {
  const { stream, result } = createDigestStream();
  const target = createWriteStream(file, { flags: 'wx', flush: true });
  if (transform) await pipeline(source, transform, stream, target);
  else await pipeline(source, stream, target);
  return result();
}

/** @throws ENOENT if it does not exist. */
export async function digestFile(file: string): Promise<FileDigest> {
  const { stream, result } = createDigestStream();
  await pipeline(createReadStream(file), stream, async (chunks) => {
    for await (const _ of chunks);
  });
  return result();
}

/** Flushes to disk, except folders on Windows. */
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

export async function flushFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) await flush(join(entry.parentPath, entry.name));
  }
}
