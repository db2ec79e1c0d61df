import { readAccessToken } from '../api/calls/access-token.ts';
import { localStore } from '../browser/web-storage.ts';

/**
 * Whose device this is at present: the id of the signed-in person, which names the database their data is kept in. It
 * stands in local storage, so that a cold start without network finds that database before any profile is loaded. It
 * holds only together with the token it was written for: without that one, or with another, there is nobody.
 */
const KEY = 'device-user';

const markOf = (token: string) => token.slice(0, 8);

/** The person whose token this device holds; null where nobody is signed in, or it is not known yet who. */
export function readDeviceUser(): string | null {
  const token = readAccessToken();
  if (token === null) return null;
  const [id = null, mark] = localStore.getItem(KEY)?.split(' ') ?? [];
  return mark === markOf(token) ? id : null;
}

/** Notes whose a token is. */
export function writeDeviceUser(id: string, token: string): void {
  localStore.setItem(KEY, `${id} ${markOf(token)}`);
}

export function forgetDeviceUser(): void {
  localStore.removeItem(KEY);
}
