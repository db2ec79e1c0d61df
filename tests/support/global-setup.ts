import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildServer } from './build-server.ts';
import { startTestCluster, type TestCluster } from './database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    cluster: TestCluster;
  }
}

/** One PostgreSQL and one built server for the whole run. Component tests need neither. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (project.vitest.projects.every(({ name }) => name.startsWith('components'))) return;
  const built = await mkdtemp(join(tmpdir(), 'waybill-built-'));
  const [{ stop, url, template, folder }, server] = await Promise.all([
    startTestCluster({ toCopy: true }),
    buildServer(built),
  ]);
  project.provide('cluster', { url, template });
  process.env.TMPDIR = join(folder, 'temporary');
  await mkdir(process.env.TMPDIR);
  process.env.NODE_COMPILE_CACHE = join(folder, 'compiled');
  process.env.BUILT_SERVER = server;
  // For tests that freeze or kill a cluster of their own.
  process.env.MIGRATED_CLUSTER = join(folder, 'migrated');
  return async () => {
    await stop();
    await rm(built, { recursive: true, force: true });
  };
}
