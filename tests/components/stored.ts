/** What a device has stored of queries for the person who is signed in. */
import { readStored } from '../../src/offline/stored-queries.ts';
import { eventually } from './expectations.ts';

/** The names of stored queries. */
export const readStoredNames = async (): Promise<unknown[]> => (await readStored()).map(({ queryKey }) => queryKey[1]);

/** Waits until a query of this name is stored. */
export const untilStored = (name: string) => eventually(readStoredNames).toContain(name);
