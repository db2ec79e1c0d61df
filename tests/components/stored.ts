import { expect } from 'vitest';
import { readStored } from '../../src/offline/stored-queries.ts';

/** The names of stored queries. */
export const readStoredNames = async (): Promise<unknown[]> => (await readStored()).map(({ queryKey }) => queryKey[1]);

/** Waits until the device has stored who is signed in, and a query of this name with a text in what it holds. */
export const untilStored = (name: string, text = '') =>
  expect
    .poll(async () => {
      const queries = await readStored();
      const isStored = (wanted: string, words: string) =>
        queries.some(({ queryKey, state }) => queryKey[1] === wanted && JSON.stringify(state.data).includes(words));
      return isStored('profile', '') && isStored(name, text);
    })
    .toBe(true);
