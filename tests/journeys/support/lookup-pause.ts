import type { Page } from '@playwright/test';

/**
 * Ends a look-up as soon as it is answered, in place of two seconds later, which
 * a-parcel-travels.spec.ts holds.
 */
export async function withoutLookupPause(page: Page): Promise<void> {
  await page.context().addInitScript(() => {
    const { setTimeout } = window;
    const atOnce = (work: () => void, wait = 0, ...given: unknown[]) =>
      setTimeout(work, wait === 2_000 ? 0 : wait, ...given);
    Object.assign(window, { setTimeout: atOnce });
  });
}
