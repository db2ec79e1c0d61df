import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, findHeadlessShell } from './tests/support/chromium.ts';

const executablePath = findHeadlessShell();

/**
 * What takes long, or needs its own app or browser. The runner would start it last, and then wait
 * for nothing else.
 */
const FIRST = /\/(courier|disk|engines|every-page|hostile|install-update|push|scan)[a-z-]*\.spec\.ts$/;

export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: 'test-results',
  globalSetup: './tests/journeys/support/global-setup.ts',
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  // Real browsers stall now and then. The run names what passed only the second time (decision 0076).
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // A trace of every step costs as much as the step: for what failed, `--trace on`.
  reporter: [['list']],
  projects: [
    { name: 'first', testMatch: FIRST },
    { name: 'then', testIgnore: FIRST },
  ],
  use: {
    launchOptions: { executablePath, args: CHROMIUM_FLAGS },
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    timezoneId: 'Europe/Stockholm',
    contextOptions: { reducedMotion: 'reduce' },
  },
});
