/** Chromium and Firefox, which Playwright drives. */
import { join } from 'node:path';
import { type Browser, firefox } from '@playwright/test';
import type { Engine } from './engine.ts';
import { type Remote, Tab } from './tab.ts';

/** The Chromium that runs already. */
export const inChromium = (browser: Browser): Engine => ({
  ...engineOf('Chromium', browser),
  close: async () => undefined,
});

/** The system's own Firefox, by way of a relay. */
export async function startFirefox(): Promise<Engine> {
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath: join(import.meta.dirname, 'firefox-relay.ts'),
    firefoxUserPrefs: {
      'ui.useOverlayScrollbars': 1,
      'ui.prefersReducedMotion': 1,
      // Drawing 60 pictures a second takes a tenth of its time, and shows nothing else.
      'layout.frame_rate': 20,
      // One process for the pages of one site, and none in reserve.
      'fission.autostart': false,
      'dom.ipc.processCount': 1,
      'dom.ipc.processPrelaunch.enabled': false,
    },
  });
  return engineOf('Firefox', browser);
}

function engineOf(name: string, browser: Browser): Engine {
  return {
    name,
    async newDevice(base) {
      const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' });
      return {
        async newTab() {
          const page = await context.newPage();
          const remote: Remote = {
            goto: async (url) => void (await page.goto(url, { waitUntil: 'commit' })),
            evaluate: (expression) => page.evaluate(expression),
            click: (selector) => page.click(selector),
            // `fill()` would add to what is in a field of Firefox.
            type: (selector, text) => page.locator(selector).pressSequentially(text),
            screenshot: () => page.screenshot(),
            close: () => page.close(),
          };
          return new Tab(remote, base);
        },
        close: () => context.close(),
      };
    },
    close: () => browser.close(),
  };
}
