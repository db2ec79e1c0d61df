import type { TestProject } from 'vitest/node';
import { startTestCluster, type TestCluster } from './database.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    cluster: TestCluster;
  }
}

/** One PostgreSQL for the whole run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, url, template } = await startTestCluster();
  project.provide('cluster', { url, template });
  return stop;
}
