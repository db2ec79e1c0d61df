import { localStore } from '../../browser/web-storage.ts';

/**
 * With it, a stranger's wrong guesses do not lock out this device's users. It grants nothing and
 * survives sign-out.
 */
const KEY = 'device-ticket';

export const readDeviceTicket = (): string | null => localStore.getItem(KEY);

export function writeDeviceTicket(ticket: string): void {
  localStore.setItem(KEY, ticket);
}
