import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildServer } from './build-server.ts';
import { startTestCluster, type TestCluster } from './database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    cluster: TestCluster;
  }
}

/** One PostgreSQL and one built server for the whole run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, url, template, folder } = await startTestCluster();
  project.provide('cluster', { url, template });
  process.env.TMPDIR = join(folder, 'temporary');
  await mkdir(process.env.TMPDIR);
  process.env.NODE_COMPILE_CACHE = join(folder, 'compiled');
  process.env.BUILT_SERVER = await buildServer(folder);
  return stop;
}
