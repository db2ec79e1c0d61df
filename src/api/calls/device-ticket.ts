import { localStore } from '../../browser/web-storage.ts';

/** So that strangers' wrong guesses do not lock this device out. It grants nothing. */
const KEY = 'device-ticket';

export const readDeviceTicket = (): string | null => localStore.getItem(KEY);

export function writeDeviceTicket(ticket: string): void {
  localStore.setItem(KEY, ticket);
}
