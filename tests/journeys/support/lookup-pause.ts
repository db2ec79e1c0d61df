import type { Page } from '@playwright/test';

/**
 * Lets a look-up take no longer than the server, in place of two seconds, which src/pages/track.test.tsx holds.
 */
export async function withoutLookupPause(page: Page): Promise<void> {
  await page.context().addInitScript(hurry);
  await page.evaluate(hurry);
}

function hurry(): void {
  const { setTimeout } = window;
  const atOnce = (work: () => void, wait = 0, ...given: unknown[]) =>
    setTimeout(work, wait === 2_000 ? 0 : wait, ...given);
  Object.assign(window, { setTimeout: atOnce });
}
