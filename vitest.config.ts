import { globSync, readFileSync } from 'node:fs';
import { playwright } from '@vitest/browser-playwright';
import unocss from 'unocss/vite';
import { defineConfig } from 'vitest/config';
import { BUILD_VARIABLES } from './build/variables.ts';
import unoConfig from './src/styles/uno.config.ts';
import { CHROMIUM_FLAGS, findHeadlessShell } from './tests/support/chromium.ts';
import { isThorough } from './tests/support/thorough.ts';

const TESTS = globSync('{build,src,sw,server,tests}/**/*.test.ts', { cwd: import.meta.dirname }).filter(
  (file) => isThorough || !file.startsWith('tests/thorough/'),
);
/** What replaces or reloads modules needs a process for itself; everything else shares them, and is sooner done. */
const ISOLATED = TESTS.filter((file) => /vi\.(mock|resetModules)\(|fake-worker/.test(readFileSync(file, 'utf8')));

const shared = {
  pool: 'forks' as const,
  // These only end what hangs, as in the journeys.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  setupFiles: ['server/quick-imports.js', 'tests/support/property-seed.ts', 'tests/support/empty-storage.ts'],
};

export default defineConfig({
  test: {
    // Projects don't extend this configuration: each would run the global setup once more.
    projects: [
      {
        test: {
          ...shared,
          name: 'shared',
          include: TESTS.filter((file) => !ISOLATED.includes(file)),
          isolate: false,
        },
      },
      { test: { ...shared, name: 'isolated', include: ISOLATED } },
      {
        plugins: [unocss({ ...unoConfig, content: { ...unoConfig.content, filesystem: ['src/**/*.{ts,tsx}'] } })],
        // React as people get it: its development build takes twice as long.
        oxc: { jsx: { runtime: 'automatic', development: false } },
        define: {
          'process.env.NODE_ENV': '"production"',
          ...Object.fromEntries(BUILD_VARIABLES.map((name) => [`import.meta.env.${name}`, "''"])),
          'import.meta.env.BUILD_YEAR': "'2026'",
        },
        resolve: {
          alias: ['httpLink', 'httpBatchLink'].map((link) => ({
            find: `@trpc/client/links/${link}`,
            replacement: `${import.meta.dirname}/tests/components/api.ts`,
          })),
        },
        // Found later, a package would reload the page under a test.
        optimizeDeps: {
          entries: ['src/app/main.tsx', 'src/features/scan/scan-worker.ts', 'src/**/*.test.tsx', 'tests/components/*'],
          include: ['react/jsx-runtime'],
          rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': '"production"' } } },
        },
        test: {
          name: 'components',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['tests/components/setup.ts'],
          testTimeout: 180_000,
          expect: { poll: { timeout: 20_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            // The journeys have it, too.
            locators: { exact: false },
            provider: playwright({
              launchOptions: { executablePath: findHeadlessShell(), args: CHROMIUM_FLAGS },
              contextOptions: { locale: 'en-GB', timezoneId: 'Europe/Stockholm', reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
    // The run has one real PostgreSQL; each file of server tests has its own database in it.
    globalSetup: ['tests/support/global-setup.ts'],
    // Three on two cores, as for the journeys.
    maxWorkers: 3,
  },
});
