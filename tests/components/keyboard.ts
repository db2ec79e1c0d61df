import { expect } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';

/** Gives something the focus, once it is there. */
export async function focusOn(locator: Locator): Promise<void> {
  await expect.element(locator).toBeVisible();
  locator.element().focus();
}

/** Goes on with Tab until something has the focus, which has to be in view then. */
export async function tabTo(target: Locator): Promise<void> {
  await expect.element(target).toBeVisible();
  for (let stop = 0; stop < 80; stop += 1) {
    await userEvent.keyboard('{Tab}');
    if (target.element() !== document.activeElement) continue;
    await expect.element(target).toBeInViewport();
    return;
  }
  throw new Error(`The keyboard does not get to ${target.selector}`);
}

/** Replaces what is in a field. */
export async function typeInto(target: Locator, text: string): Promise<void> {
  await tabTo(target);
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}');
  await userEvent.keyboard(text);
}

export async function press(target: Locator): Promise<void> {
  await tabTo(target);
  await userEvent.keyboard('{Enter}');
}
