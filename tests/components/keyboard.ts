/** What people do with the keyboard alone. */
import { expect } from 'vitest';
import type { Locator } from 'vitest/browser';

/** Gives something the focus, once it is there. */
export async function focusOn(locator: Locator): Promise<void> {
  await expect.element(locator).toBeVisible();
  locator.element().focus();
}
