import { localStore } from '../../browser/web-storage.ts';

/**
 * Identifies this device to the server at sign-in, so that a stranger's wrong guesses do not lock
 * its users out. It is shared by everyone who signs in here, grants nothing, and survives sign-out.
 */
const KEY = 'device-ticket';

export const readDeviceTicket = (): string | null => localStore.getItem(KEY);

export function writeDeviceTicket(ticket: string): void {
  localStore.setItem(KEY, ticket);
}
