import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FSDriver } from 'flydrive/drivers/fs';
import { OWNER_ONLY } from '../embedded-postgres/private-folder.ts';

const ABANDONED_AFTER_MS = 60 * 60 * 1000;

/** Writes files whole or not at all. */
export class DurableDisk extends FSDriver {
  readonly #root: string;
  readonly #unfinished: string;

  /** `unfinished`: on the same file system, not served. */
  constructor(root: string, unfinished: string) {
    super({ location: root, visibility: 'private' });
    this.#root = root;
    this.#unfinished = unfinished;
  }

  override async put(key: string, contents: string | Uint8Array): Promise<void> {
    const file = join(this.#root, key);
    const temporaryFile = join(this.#unfinished, randomUUID());
    await mkdir(this.#unfinished, { recursive: true, mode: OWNER_ONLY.folder });
    await mkdir(dirname(file), { recursive: true, mode: OWNER_ONLY.folder });
    try {
      const handle = await open(temporaryFile, 'wx', OWNER_ONLY.file);
      try {
        await handle.writeFile(contents);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(temporaryFile, file);
    } catch (error) {
      await rm(temporaryFile, { force: true });
      throw error;
    }
    await syncDirectory(dirname(file));
  }
}

// Windows cannot flush it.
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Another process may be using the folder. */
export async function clearUnfinished(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: OWNER_ONLY.folder });
  for (const name of await readdir(directory)) {
    const file = join(directory, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > ABANDONED_AFTER_MS) await rm(file, { force: true });
  }
}
