import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { UserError } from '../../base/errors/errors.ts';
import { openNameless } from '../../base/images/nameless-file.ts';

/** Writes a file whole before its first byte is sent. @throws TIMEOUT once nobody waits for it any more. */
export async function drawToFile(
  folder: string,
  signal: AbortSignal,
  write: (file: FileHandle) => Promise<void>,
): Promise<{ size: number; content: Readable }> {
  const file = await openNameless(folder);
  try {
    await write(file);
    const { size } = await file.stat();
    const content = file.createReadStream({ start: 0 }).on('error', () => content.destroy());
    return { size, content };
  } catch (error) {
    await file.close();
    throw signal.aborted ? new UserError('TIMEOUT') : error;
  }
}
