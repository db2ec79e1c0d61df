import { createSignal } from '../../browser/create-signal.ts';

export const { subscribe: onServerResponse, notify: notifyServerResponse } = createSignal();
