import { AsyncLocalStorage } from 'node:async_hooks';

/** The current request's id, for responses before a context exists. */
export const requestIds = new AsyncLocalStorage<string>();
