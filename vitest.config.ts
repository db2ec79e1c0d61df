import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'server/**/*.test.ts', 'tests/**/*.test.ts'],
    // One real PostgreSQL for the run; each file of server tests has a database of its own in it.
    globalSetup: ['tests/support/global-setup.ts'],
    pool: 'forks',
    // More than the cores of a small machine: half of the time is waiting for the database and for processes.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
