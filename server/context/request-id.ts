import { AsyncLocalStorage } from 'node:async_hooks';

/** Before a context exists. */
export const requestIds = new AsyncLocalStorage<string>();
