import { readAccessToken } from '../api/calls/access-token.ts';
import { localStore } from '../browser/web-storage.ts';

/**
 * The id of the signed-in person, which names their database. Kept in local storage, so that a cold
 * start offline finds the database before the profile has loaded. Valid only with the token it was
 * written for.
 */
const KEY = 'device-user';

const markOf = (token: string) => token.slice(0, 8);

/** The person whose token this device holds; null if signed out or not known yet. */
export function readDeviceUser(): string | null {
  const token = readAccessToken();
  if (token === null) return null;
  const [id = null, mark] = localStore.getItem(KEY)?.split(' ') ?? [];
  return mark === markOf(token) ? id : null;
}

/** Records whose token this is. */
export function writeDeviceUser(id: string, token: string): void {
  localStore.setItem(KEY, `${id} ${markOf(token)}`);
}

export function forgetDeviceUser(): void {
  localStore.removeItem(KEY);
}
