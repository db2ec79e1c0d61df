import { onRestored } from '../../browser/on-restored.ts';
import { localStore, sessionStore } from '../../browser/web-storage.ts';

const KEY = 'token';

/** Anything else fails as a header, and every call with it. */
const TOKEN = /^[!-~]{1,200}$/;

/** Another page may have changed it since. */
let lastRead: string | null = null;

export function readAccessToken(): string | null {
  lastRead = localStore.getItem(KEY)?.match(TOKEN)?.[0] ?? null;
  return lastRead;
}

export const forgetAccessToken = () => localStore.removeItem(KEY);

/** In session storage, which ends with the tab. */
const HAD_KEY = 'had-token';

/** Whether the token will outlive the page. */
export function writeAccessToken(token: string): boolean {
  sessionStore.setItem(HAD_KEY, 'yes');
  return localStore.setItem(KEY, token);
}

/** Without a token now, somebody removed it; local storage did not lose it. */
export const hadAccessToken = (): boolean => sessionStore.getItem(HAD_KEY) !== null;

/**
 * `hasLeft` if someone was signed in before. In WebKit a page in the back/forward cache gets no
 * storage event, so it checks when shown again: call this before anything else that reads the token
 * then.
 */
export function onSessionChangeElsewhere(listener: (hasLeft: boolean) => void): void {
  addEventListener('storage', ({ key, oldValue }) => {
    if (key === KEY || key === null) listener(oldValue !== null || key === null);
  });
  onRestored(() => {
    const before = lastRead;
    if (readAccessToken() !== before) listener(before !== null);
  });
}
