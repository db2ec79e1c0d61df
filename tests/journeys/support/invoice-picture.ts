import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';

/** Saves the invoice that is on the screen; returns the picture and the name that it is saved under. */
export async function downloadInvoice(page: Page) {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  return { name: saved.suggestedFilename(), picture: await readFile(await saved.path()) };
}
