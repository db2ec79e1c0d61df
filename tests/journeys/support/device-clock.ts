/** Devices with wrong clocks. */
import type { BrowserContext, Page } from '@playwright/test';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
const CLOCK = 'test-clock';

/**
 * From now on a page's clock is off by the value in the tab's storage, which can change any time.
 */
export async function installDeviceClock(context: BrowserContext): Promise<void> {
  await context.addInitScript((key) => {
    const now = Date.now;
    const shift = () => {
      try {
        return Number(sessionStorage.getItem(key) ?? 0);
      } catch {
        return 0; // a page that is still empty
      }
    };
    // biome-ignore lint/suspicious/noGlobalAssign: the whole point
    Date = new Proxy(Date, {
      construct: (target, given, wanted) =>
        Reflect.construct(target, given.length > 0 ? given : [now() + shift()], wanted),
    });
    Date.now = () => now() + shift();
  }, CLOCK);
}

/** Sets a tab's clock so many milliseconds ahead. */
export const changeClock = (page: Page, by: number) =>
  page.evaluate(([key, shift]) => sessionStorage.setItem(key, shift), [CLOCK, String(by)] as const);

/** What takes a clock back to the year 2015, in milliseconds. */
export const shiftTo2015 = () => Date.parse('2015-01-01T12:00:00Z') - Date.now();
