import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ASSET_RETENTION_MS, carryOverAssets } from './carry-over-assets.ts';

test('files of an earlier build stay for a week beside the new ones, which win', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'waybill-assets-'));
  const [earlier, current] = [join(folder, 'earlier'), join(folder, 'current')];
  try {
    for (const build of [earlier, current]) await mkdir(join(build, 'assets'), { recursive: true });
    for (const name of ['track-old.js', 'track-ancient.js', 'same.js'])
      await writeFile(join(earlier, 'assets', name), 'earlier');
    await writeFile(join(current, 'assets/same.js'), 'current');
    await writeFile(join(current, 'assets/track-new.js'), 'current');
    const now = Date.now();
    const ancient = new Date(now - ASSET_RETENTION_MS - 1000);
    await utimes(join(earlier, 'assets/track-ancient.js'), ancient, ancient);

    await carryOverAssets(earlier, current, now);

    expect((await readdir(join(current, 'assets'))).toSorted()).toEqual(['same.js', 'track-new.js', 'track-old.js']);
    expect(await readFile(join(current, 'assets/same.js'), 'utf8')).toBe('current');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
