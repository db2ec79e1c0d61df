import { existsSync } from 'node:fs';
import { readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isDelta, writeDeltas } from './deltas.ts';

/** How long a tab that was opened before a deploy can still load its chunks. */
export const ASSET_RETENTION_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Moves the hashed files of an earlier build into a new one, unless it has them or they are too
 * old, so that an open tab of the earlier version can still load its chunks. The service worker
 * does not list them. Browsers that have the earlier ones get the new ones as deltas.
 */
export async function carryOverAssets(earlier: string, current: string, now: number = Date.now()): Promise<void> {
  const [from, to] = [join(earlier, 'assets'), join(current, 'assets')];
  if (!existsSync(from) || !existsSync(to)) return;
  const carried: string[] = [];
  for (const name of await readdir(from)) {
    const file = join(from, name);
    const { mtimeMs } = await stat(file);
    if (isDelta(name) || now - mtimeMs >= ASSET_RETENTION_MS || existsSync(join(to, name))) continue;
    await rename(file, join(to, name));
    carried.push(name);
  }
  await writeDeltas(to, carried);
}
