import { AsyncLocalStorage } from 'node:async_hooks';

/** For responses before a context exists. */
export const requestIds = new AsyncLocalStorage<string>();
