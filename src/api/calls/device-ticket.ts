import { localStore } from '../../browser/web-storage.ts';

/** So that a stranger's wrong guesses do not lock this device's users out. Survives sign-out. */
const KEY = 'device-ticket';

export const readDeviceTicket = (): string | null => localStore.getItem(KEY);

export function writeDeviceTicket(ticket: string): void {
  localStore.setItem(KEY, ticket);
}
