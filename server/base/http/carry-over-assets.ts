import { existsSync } from 'node:fs';
import { readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';

export const ASSET_RETENTION_MS = 7 * 24 * 60 * 60 * 1000;

/** Open tabs still load an earlier build's hashed files. */
export async function carryOverAssets(earlier: string, current: string, now: number = Date.now()): Promise<void> {
  const [from, to] = [join(earlier, 'assets'), join(current, 'assets')];
  if (!existsSync(from) || !existsSync(to)) return;
  for (const name of await readdir(from)) {
    const file = join(from, name);
    const { mtimeMs } = await stat(file);
    if (now - mtimeMs >= ASSET_RETENTION_MS || existsSync(join(to, name))) continue;
    await rename(file, join(to, name));
  }
}
