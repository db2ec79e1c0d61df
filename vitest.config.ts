import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What replaces a module for itself needs modules of its own; everything else shares them, and is sooner done. */
const MOCKING = [
  'tests/server/encoder-faults.test.ts',
  'tests/server/limits.test.ts',
  'tests/server/sessions.test.ts',
  'src/config/site.test.ts',
];
/** Begun last, they would be waited for alone. Those that compute and those that wait take turns, so that all cores do. */
const LONGEST = [
  'principals',
  'limits',
  'embedded',
  'bad-input',
  'shipment-import-killed',
  'shutdown',
  'images',
  'live',
  'torture',
  'supervisor',
  'faults',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return at < 0 ? LONGEST.length : at;
    };
    return files.toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['src/**/*.test.ts', 'sw/**/*.test.ts', 'server/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: [...MOCKING, 'node_modules'],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'mocking', include: MOCKING } },
    ],
    sequence: { sequencer: LongestFirst },
    // One real PostgreSQL for the run; each file of server tests has a database of its own in it.
    globalSetup: ['tests/support/global-setup.ts'],
    pool: 'forks',
    // More than the cores of a small machine: half of the time is waiting for the database and for processes.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
