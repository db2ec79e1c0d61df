import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buildIfNeeded } from '../../../server/build.ts';
import { unpackHeadlessShell } from '../../support/chromium.ts';
import { startTestCluster } from '../../support/database.ts';

/** Builds the app if it has changed, unpacks the browser if it is new, and starts the PostgreSQL that all workers share. */
export default async function setup(): Promise<() => Promise<void>> {
  await buildIfNeeded();
  await unpackHeadlessShell();
  const { stop, folder, ...cluster } = await startTestCluster();
  process.env.TEST_CLUSTER = JSON.stringify(cluster);
  // What servers and browsers leave when they are killed goes with the cluster.
  process.env.TMPDIR = join(folder, 'temporary');
  await mkdir(process.env.TMPDIR);
  return stop;
}
