import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium, findHeadlessShell } from './tests/support/chromium.ts';
import { isThorough } from './tests/support/thorough.ts';

const launch = (executablePath: string | undefined) => ({ executablePath, args: CHROMIUM_FLAGS });

/** Headless browsers show no notifications. */
const WITH_WINDOWS = /\/push\.spec\.ts$/;

const chromium = findChromium();

export default defineConfig({
  testDir: isThorough ? 'tests/thorough' : 'tests/journeys',
  outputDir: 'test-results',
  globalSetup: './tests/journeys/support/global-setup.ts',
  // Three on two cores: with four, steps slow down so much that the whole run does too.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  // These only end what hangs: the same machine is several times slower in some hours.
  timeout: 180_000,
  expect: { timeout: 40_000 },
  // Tracing a step costs as much as the step. To see a failure: `--trace on`.
  reporter: [['./tests/journeys/support/shown-pages.ts'], ['list']],
  projects: [
    // One worker: others have no use for its app and browser.
    ...(chromium
      ? [{ name: 'with windows', testMatch: WITH_WINDOWS, workers: 1, use: { launchOptions: launch(chromium) } }]
      : []),
    { name: 'journeys', testIgnore: WITH_WINDOWS },
  ],
  use: {
    launchOptions: launch(findHeadlessShell()),
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
    timezoneId: 'Europe/Stockholm',
    contextOptions: { reducedMotion: 'reduce' },
  },
});
