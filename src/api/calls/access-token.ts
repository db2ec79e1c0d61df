import { localStore } from '../../browser/web-storage.ts';

/** The session's token, under the local storage key the specification names. */
const KEY = 'token';

/** The token, or null if signed out. */
export function readAccessToken(): string | null {
  return localStore.getItem(KEY);
}

export function writeAccessToken(token: string | null): void {
  if (token === null) localStore.removeItem(KEY);
  else localStore.setItem(KEY, token);
}

/** Calls back when another tab signs in or out; `hasLeft` if someone was signed in before. */
export function onSessionChangeElsewhere(listener: (hasLeft: boolean) => void): void {
  addEventListener('storage', ({ key, oldValue }) => {
    if (key === KEY || key === null) listener(oldValue !== null || key === null);
  });
}
