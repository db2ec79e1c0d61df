/** What component tests look at on every kind of page. */
import axe from 'axe-core';
import { expect } from 'vitest';
import { type Locator, page } from 'vitest/browser';

/** A message that is shown for a moment. */
export const toastOf = (title: string): Locator =>
  page.getByRole('region', { name: 'Messages' }).getByText(title, { exact: true });

/** Waits for what is no element as long as for elements: `expect.poll` alone gives up after a second. */
export const eventually = <Value>(read: () => Value) => expect.poll(read, { timeout: 10_000 });
export const expectSoon = eventually;

/** Holds the page against axe's rules for WCAG 2.2 A and AA. */
export async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document, {
    resultTypes: ['violations'],
    // Rules about a whole document, which belongs to the test runner.
    rules: { 'document-title': { enabled: false }, 'html-has-lang': { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }))).toEqual([]);
}
