/** Texts that component tests read from a page: description lists, headers of columns, rows. */
import type { Locator } from 'vitest/browser';

/** The values on the page by their captions, as in `{ Payer: 'Receiver' }`. */
export const readDescriptions = (): Record<string, string> =>
  Object.fromEntries(
    [...document.querySelectorAll('dt')].map((caption) => [
      wordsOf(caption),
      wordsOf(caption.nextElementSibling ?? caption),
    ]),
  );

/** The texts of what is found, in its order, for `expect.poll`. */
export const textsOf = (locator: Locator) => (): string[] => locator.elements().map(wordsOf);

const wordsOf = ({ textContent }: Element): string => (textContent ?? '').replace(/\s+/g, ' ').trim();
