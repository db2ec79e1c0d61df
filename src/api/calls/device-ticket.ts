import { localStore } from '../../browser/web-storage.ts';

/**
 * What the server knows this device by when somebody signs in, so that a stranger's wrong guesses do not lock them out.
 * It names nobody and opens nothing, belongs to every person who signs in here, and stays when they sign out.
 */
const KEY = 'device-ticket';

export const readDeviceTicket = (): string | null => localStore.getItem(KEY);

export function writeDeviceTicket(ticket: string): void {
  localStore.setItem(KEY, ticket);
}
