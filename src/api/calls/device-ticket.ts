import { localStore } from '../../browser/web-storage.ts';

/** Strangers' wrong guesses don't lock this device out. Survives sign-out. */
const KEY = 'device-ticket';

export const readDeviceTicket = (): string | null => localStore.getItem(KEY);

export function writeDeviceTicket(ticket: string): void {
  localStore.setItem(KEY, ticket);
}
