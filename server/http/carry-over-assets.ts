import { existsSync } from 'node:fs';
import { readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isDelta, writeDeltas } from './deltas/deltas.ts';

export const ASSET_RETENTION_MS = 7 * 24 * 60 * 60 * 1000;

/** Open tabs still load an earlier build's hashed files, and deltas start from them. */
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
