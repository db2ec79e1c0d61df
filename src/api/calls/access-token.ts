import { onRestored } from '../../browser/on-restored.ts';
import { localStore, sessionStore } from '../../browser/web-storage.ts';

/** The session's token, under the local storage key the specification names. */
const KEY = 'token';

/** Anything else can't be sent in a header: every call would fail, the login included. */
const TOKEN = /^[!-~]{1,200}$/;

/** What this page took for the token: another page may have changed it since. */
let lastRead: string | null = null;

/** The token, or null if signed out. */
export function readAccessToken(): string | null {
  lastRead = localStore.getItem(KEY)?.match(TOKEN)?.[0] ?? null;
  return lastRead;
}

export const forgetAccessToken = () => localStore.removeItem(KEY);

/** In session storage, which goes with the browser: this tab has had a token since it was opened. */
const HAD_KEY = 'had-token';

/** Says whether the token will outlive the page. */
export function writeAccessToken(token: string): boolean {
  sessionStore.setItem(HAD_KEY, 'yes');
  return localStore.setItem(KEY, token);
}

/** Whether this tab had a token: local storage has not lost it, somebody removed it. */
export const hadAccessToken = (): boolean => sessionStore.getItem(HAD_KEY) !== null;

/**
 * Calls back when another page signs in or out; `hasLeft` if someone was signed in before. A page in
 * the back/forward cache gets no storage event in WebKit, so it looks when it is shown again: call
 * this before anything else that reads the token then.
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
