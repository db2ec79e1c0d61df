/** What people do with the keyboard alone. */
import { expect, type Locator, type Page } from '@playwright/test';

/** Goes on with Tab until something has the focus, which has to be seen then. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  // Looks only near the target: a look at each stop on the way takes as long as the key.
  const surelyBetween = await target.evaluate(countStopsBefore);
  for (let stop = 0; stop < surelyBetween; stop += 1) await page.keyboard.press('Tab');
  for (let stop = 0; stop < 80; stop += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) {
      await expect(target).toBeInViewport();
      return;
    }
  }
  throw new Error(`The keyboard does not get to ${target}`);
}

/** Runs in the page: how many stops lie between the focus and an element at least. */
function countStopsBefore(element: Element): number {
  const within = element.closest('dialog') ?? document;
  const stops = [...within.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')].filter(
    (one) =>
      one.tabIndex >= 0 &&
      !one.matches(':disabled, [type=radio], [inert] *') &&
      one.checkVisibility({ visibilityProperty: true }),
  );
  const [from = -1, to = -1] = [document.activeElement, element].map((one) => stops.indexOf(one as HTMLElement));
  return from < 0 ? 0 : Math.max(0, to - from - 2);
}

/** Replaces what is in a field. */
export async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

export async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}
