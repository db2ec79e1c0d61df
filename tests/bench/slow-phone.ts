import type { BareBrowser, BarePage } from '../support/bare-browser.ts';
import { until } from '../support/until.ts';

export const CPU_SLOWDOWN = 4;
const SCREEN = { width: 390, height: 844, deviceScaleFactor: 1, mobile: true };

/** A page of a phone four times slower than this machine, with a script that runs first. */
export async function openThrottled(browser: BareBrowser, address: string, script = ''): Promise<BarePage> {
  const page = await browser.open();
  await page.send('Emulation.setDeviceMetricsOverride', SCREEN);
  await page.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.send('Page.enable');
  await page.send('Page.addScriptToEvaluateOnNewDocument', { source: script });
  await page.send('Page.navigate', { url: address });
  return page;
}

/** Longer than the slowest machine takes, but the bench must end. */
const SHOWN_WITHIN_MS = 30_000;

/**
 * Runs in the page: the variable `name` is how many milliseconds after the navigation, or after the
 * next touch, a text has been painted.
 */
const WATCH = (wanted: string, sinceTouch: boolean, name: string, limit: number) => {
  let from = sinceTouch ? Number.NaN : 0;
  if (sinceTouch) addEventListener('click', ({ timeStamp }) => (from = timeStamp), { capture: true, once: true });
  const isShown = () => document.body?.textContent?.includes(wanted);
  Object.assign(globalThis, {
    [name]: new Promise<number>((resolve, reject) => {
      setTimeout(() => reject(new Error(`There is no “${wanted}”`)), limit);
      new MutationObserver((_changes, observer) => {
        if (!isShown()) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)));
      }).observe(document, { childList: true, subtree: true, characterData: true });
    }),
  });
};

/** A script after which `shown`, or the variable of this name, says when a text has been painted. */
export const watchFor = (text: string, { sinceTouch = false, name = 'shown' } = {}) =>
  `(${WATCH})(${JSON.stringify(text)}, ${sinceTouch}, '${name}', ${SHOWN_WITHIN_MS})`;

/** Milliseconds from the navigation until the text has been painted. */
export async function measureOpening(browser: BareBrowser, address: string, text: string): Promise<number> {
  const page = await openThrottled(browser, address, watchFor(text));
  await until('the page has begun', () => page.evaluate(`location.href === ${JSON.stringify(address)}`));
  const time = await page.evaluate('shown');
  await page.close();
  return Number(time);
}
