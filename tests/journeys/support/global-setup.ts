import { buildIfNeeded } from '../../../server/start.ts';
import { startTestCluster } from '../../support/database.ts';

/** Builds the app where it has changed, and starts the PostgreSQL that every worker takes a database from. */
export default async function setup(): Promise<() => Promise<void>> {
  await buildIfNeeded();
  const { stop, ...cluster } = await startTestCluster();
  process.env.TEST_CLUSTER = JSON.stringify(cluster);
  return stop;
}
