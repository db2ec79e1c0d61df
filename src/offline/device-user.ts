import { readAccessToken } from '../api/calls/access-token.ts';
import { localStore } from '../browser/web-storage.ts';

/** Names the person's database before the profile has loaded. Valid only with its token. */
const KEY = 'device-user';

const markOf = (token: string) => token.slice(0, 8);

/** Null if signed out or not known yet. */
export function readDeviceUser(): string | null {
  const token = readAccessToken();
  if (token === null) return null;
  const [id = null, mark] = localStore.getItem(KEY)?.split(' ') ?? [];
  return mark === markOf(token) ? id : null;
}

export function writeDeviceUser(id: string, token: string): void {
  localStore.setItem(KEY, `${id} ${markOf(token)}`);
}

export function forgetDeviceUser(): void {
  localStore.removeItem(KEY);
}
