import { isLoadingOptional } from '../browser/load-optional.ts';
import { sessionStore } from '../browser/web-storage.ts';

/**
 * After a deploy an old tab may ask for a chunk that is gone. Such a tab is loaded anew, at the page it was going to:
 * once in a minute at most and only with a network. Without one, or if that did not help, the route's error element
 * says so instead.
 */
const ONCE_IN_MS = 60_000;

let isChunkMissing = false;

/** Whether this page could not load a part of itself that somebody waits for. */
export const hasMissingChunk = (): boolean => isChunkMissing;

/** True once in a minute, for each purpose: what did not help is not done over and over. */
export function claimAttempt(purpose: 'reloaded-at' | 'repaired-at'): boolean {
  const last = Number(sessionStore.getItem(purpose) ?? 0);
  if (!navigator.onLine || Date.now() - last < ONCE_IN_MS) return false;
  sessionStore.setItem(purpose, String(Date.now()));
  return true;
}

/**
 * `goingTo` answers the address of a navigation under way, or null; `isPreloading` whether a page is being loaded that
 * nobody has asked for yet. Then pointing at a link must not reload what is on the screen: following it will.
 */
export function reloadOnStaleChunks(goingTo: () => string | null, isPreloading: () => boolean): void {
  addEventListener('vite:preloadError', (event) => {
    if (goingTo() === null && (isPreloading() || isLoadingOptional())) return;
    isChunkMissing = true;
    if (!claimAttempt('reloaded-at')) return;
    event.preventDefault();
    location.assign(goingTo() ?? location.href);
  });
}
