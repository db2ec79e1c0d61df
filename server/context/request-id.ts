import { AsyncLocalStorage } from 'node:async_hooks';

/** The current request's id, for the few places that respond before a context exists. */
export const requestIds = new AsyncLocalStorage<string>();
