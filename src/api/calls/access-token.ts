import { onRestored } from '../../browser/on-restored.ts';
import { localStore, sessionStore } from '../../browser/web-storage.ts';

const KEY = 'token';

/** A header can’t have anything else. */
const TOKEN = /^[!-~]{1,200}$/;

/** It has the start of the token that this tab last read. */
const TAB_KEY = 'tab-of';
const VISITOR = '-';
const markOf = (token: string | null): string => token?.slice(0, 8) ?? VISITOR;

let lastRead: string | null = null;

export function readAccessToken(): string | null {
  lastRead = localStore.getItem(KEY)?.match(TOKEN)?.[0] ?? null;
  return lastRead;
}

/** Another page may remove it at the same moment, which is no news here. */
let isForgotten = false;

export function forgetAccessToken(): void {
  isForgotten = true;
  localStore.removeItem(KEY);
  sessionStore.setItem(TAB_KEY, VISITOR);
}

const HAD_KEY = 'had-token';

/** False if the token won't outlive the page. */
export function writeAccessToken(token: string): boolean {
  isForgotten = false;
  sessionStore.setItem(HAD_KEY, 'yes');
  sessionStore.setItem(TAB_KEY, markOf(token));
  return localStore.setItem(KEY, token);
}

/** If this is true, a missing token was removed on purpose. */
export const hadAccessToken = (): boolean => sessionStore.getItem(HAD_KEY) !== null;

/**
 * This tab may have had no page of ours, and so no event, when someone signed in or out. The caller
 * then clears the tab before `markTab`.
 */
export function findMissedChange(): { hasLeft: boolean } | null {
  const [before, now] = [sessionStore.getItem(TAB_KEY), markOf(readAccessToken())];
  return before === null || before === now ? null : { hasLeft: before !== VISITOR };
}

export const markTab = (): void => void sessionStore.setItem(TAB_KEY, markOf(readAccessToken()));

/**
 * `hasLeft` if someone was signed in. WebKit sends pages in the back/forward cache no storage
 * event: call this before reading the token there.
 */
export function onSessionChangeElsewhere(listener: (hasLeft: boolean) => void): void {
  addEventListener('storage', ({ key, oldValue, newValue }) => {
    if (key === KEY && newValue === null && isForgotten) return;
    if (key === KEY || key === null) listener(oldValue !== null || key === null);
  });
  onRestored(() => {
    const before = lastRead;
    if (readAccessToken() !== before) listener(before !== null);
  });
}
