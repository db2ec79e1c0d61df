import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buildIfNeeded } from '../../../server/build.ts';
import { unpackHeadlessShell } from '../../support/chromium.ts';
import { startTestCluster } from '../../support/database.ts';

/** Starts the PostgreSQL that all workers share, builds the app if it has changed, and unpacks the browser if it is new. */
export default async function setup(): Promise<() => Promise<void>> {
  const [{ stop, folder, ...cluster }] = await Promise.all([
    startTestCluster(),
    buildIfNeeded(),
    unpackHeadlessShell(),
  ]);
  process.env.TEST_CLUSTER = JSON.stringify(cluster);
  // What servers and browsers leave when they are killed goes with the cluster.
  process.env.TMPDIR = join(folder, 'temporary');
  await mkdir(process.env.TMPDIR);
  return stop;
}
