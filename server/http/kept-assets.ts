import { existsSync } from 'node:fs';
import { readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isDelta, writeDeltas } from './deltas.ts';

/** A tab that was opened before a deploy finds its chunks for this long. */
export const KEPT_FOR = 7 * 24 * 60 * 60 * 1000;

/**
 * Carries the hashed files of an earlier build over into a new one, those it does not have itself and that are not too
 * old, so that a tab of the earlier version still finds what it loads late. They are in no list of the service worker.
 * Browsers that have them get the new ones as deltas.
 */
export async function carryOverAssets(earlier: string, current: string, now: number = Date.now()): Promise<void> {
  const [from, to] = [join(earlier, 'assets'), join(current, 'assets')];
  if (!existsSync(from) || !existsSync(to)) return;
  const carried: string[] = [];
  for (const name of await readdir(from)) {
    const file = join(from, name);
    const { mtimeMs } = await stat(file);
    if (isDelta(name) || now - mtimeMs >= KEPT_FOR || existsSync(join(to, name))) continue;
    await rename(file, join(to, name));
    carried.push(name);
  }
  await writeDeltas(to, carried);
}
