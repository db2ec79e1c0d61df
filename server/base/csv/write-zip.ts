import type { FileHandle } from 'node:fs/promises';
import { strToU8, Zip, ZipDeflate } from 'fflate';

export interface ZipEntry {
  name: string;
  content: Iterable<string> | AsyncIterable<string>;
}

export async function writeZip(file: FileHandle, entries: AsyncIterable<ZipEntry>): Promise<void> {
  let written: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, piece) => {
    failure = error ?? failure;
    if (piece) written.push(piece);
  });
  const flush = async () => {
    if (failure) throw failure;
    const pieces = written;
    written = [];
    for (const piece of pieces) if (piece.length > 0) await file.appendFile(piece);
  };
  for await (const { name, content } of entries) {
    const entry = new ZipDeflate(name, { level: 6 });
    zip.add(entry);
    for await (const text of content) {
      entry.push(strToU8(text));
      await flush();
    }
    entry.push(new Uint8Array(), true);
    await flush();
  }
  zip.end();
  await flush();
}
