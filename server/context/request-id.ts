import { AsyncLocalStorage } from 'node:async_hooks';

/** The id of the request under way, for the few places that answer before there is a context. */
export const requestIds = new AsyncLocalStorage<string>();
