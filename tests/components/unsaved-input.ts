import { expect, onTestFinished } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { confirmDraftLoss, discardDrafts, openDraft } from '../../src/offline/drafts.ts';
import { setUnsavedInputStore } from '../../src/ui/form/unsaved-input.ts';
import { closePage, openAgain } from './open-page.tsx';

setUnsavedInputStore(openDraft);
confirmDraftLoss();

/** What the tab stores: encrypted, so that it only says whether there is any. */
export const storedInput = (): string | null => sessionStorage.getItem('typed-work');

/** Says above a form that it was filled in before. */
export const keptNotice = page.getByRole('status').filter({ hasText: 'We kept what you typed' });

/** Types as a person does, slower than the device stores it. */
export async function typeSlowly(field: Locator, text: string): Promise<void> {
  onTestFinished(discardDrafts);
  const before = storedInput();
  await field.fill(text);
  await expect.poll(storedInput).not.toBe(before);
}

/** Starts the app once more at this address, which knows only what is stored. */
export async function restart(options?: Parameters<typeof openAgain>[0]): Promise<void> {
  await closePage();
  const stored = storedInput();
  discardDrafts();
  if (stored !== null) sessionStorage.setItem('typed-work', stored);
  await openAgain(options);
}

/** Whether the browser would ask before it closes or reloads the page. */
export const asksBeforeClosing = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
