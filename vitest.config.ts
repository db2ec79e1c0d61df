import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What replaces a module for itself needs modules of its own; everything else shares them, and is sooner done. */
const MOCKING = [
  'tests/server/encoder-faults.test.ts',
  'tests/server/limits.test.ts',
  'tests/server/sessions.test.ts',
  'src/config/site.test.ts',
];
/**
 * Begun last, they would be waited for alone. Those with modules of their own come first, as a
 * process for shared ones ends when the next file is of the other kind. Those that compute and those
 * that wait take turns, so that all cores do.
 */
const FIRST = [
  'limits',
  'sessions',
  'encoder-faults',
  'site',
  'bad-input',
  'embedded',
  'shipment-import-killed',
  'live',
  'principals',
  'faults',
  'torture',
  'courier-interleavings',
  'images',
  'several-servers',
  'backup',
  'supervisor',
  'fairness',
  'built-server',
  'shutdown',
  'courier-proofs',
  'courier-news',
  'records-check',
  'mail',
  'manage-mail',
  'slow-lines',
  'people',
  'shipment-import',
  'ledger',
  'demo',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = FIRST.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return at < 0 ? FIRST.length : at;
    };
    return files.toSorted((one, other) => rank(one) - rank(other));
  }
}

const shared = {
  pool: 'forks' as const,
  testTimeout: 60_000,
  hookTimeout: 120_000,
  setupFiles: ['server/quick-imports.js', 'tests/support/property-seed.ts'],
};

export default defineConfig({
  test: {
    // Projects don't extend this configuration: each would run the global setup once more.
    projects: [
      {
        test: {
          ...shared,
          name: 'shared',
          include: ['src/**/*.test.ts', 'sw/**/*.test.ts', 'server/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: [...MOCKING, 'node_modules'],
          isolate: false,
        },
      },
      { test: { ...shared, name: 'mocking', include: MOCKING } },
    ],
    sequence: { sequencer: LongestFirst },
    // One real PostgreSQL for the run; each file of server tests has a database of its own in it.
    globalSetup: ['tests/support/global-setup.ts'],
    // Three on two cores, as for the journeys (decision 0076).
    maxWorkers: 3,
  },
});
