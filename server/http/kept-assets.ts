import { existsSync } from 'node:fs';
import { readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** How long a tab that was opened before a deploy can still load its chunks. */
export const KEPT_FOR = 7 * 24 * 60 * 60 * 1000;

/**
 * Moves the hashed files of an earlier build into a new one, unless it has them or they are too
 * old, so that an open tab of the earlier version can still load its chunks. The service worker
 * does not list them.
 */
export async function carryOverAssets(earlier: string, current: string, now: number = Date.now()): Promise<void> {
  const [from, to] = [join(earlier, 'assets'), join(current, 'assets')];
  if (!existsSync(from) || !existsSync(to)) return;
  for (const name of await readdir(from)) {
    const file = join(from, name);
    const { mtimeMs } = await stat(file);
    if (now - mtimeMs < KEPT_FOR && !existsSync(join(to, name))) await rename(file, join(to, name));
  }
}
