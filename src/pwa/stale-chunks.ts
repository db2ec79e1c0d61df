import { isLoadingOptional, wasOptional } from '../browser/load-optional.ts';
import { sessionStore } from '../browser/web-storage.ts';

/**
 * After a deploy, an old tab may request a deleted chunk. It is then reloaded at its target page,
 * at most once a minute and only online. Otherwise the route's error element explains it.
 */
const ONCE_IN_MS = 60_000;
/** Who is still here this long after the browser began to leave the page stays. */
const LEAVES_WITHIN_MS = 10_000;

let isChunkMissing = false;

/** Whether this page failed to load a part that someone is waiting for. */
export const hasMissingChunk = (): boolean => isChunkMissing;

/**
 * True once a minute per purpose, so that a failed remedy is not repeated in a loop. A clock that was
 * set back since counts like one that went on.
 */
export function claimAttempt(purpose: 'reloaded-at' | 'repaired-at'): boolean {
  const last = Number(sessionStore.getItem(purpose) ?? 0);
  if (!navigator.onLine || Math.abs(Date.now() - last) < ONCE_IN_MS) return false;
  sessionStore.setItem(purpose, String(Date.now()));
  return true;
}

/**
 * `goingTo` returns the target of a pending navigation, or null; `isPreloading`, whether a page is
 * being preloaded. Then hovering over a link must not reload the screen: following it will.
 */
export function reloadOnStaleChunks(goingTo: () => string | null, isPreloading: () => boolean): void {
  // Firefox ends what a page is loading as soon as another page is on its way, and a reload would
  // end that in turn.
  let leftAt = Number.NEGATIVE_INFINITY;
  addEventListener('beforeunload', () => {
    leftAt = performance.now();
  });

  function reload(event?: VitePreloadErrorEvent): void {
    if (performance.now() - leftAt < LEAVES_WITHIN_MS) return;
    // Only if that didn't help, the next page repairs the app: this one would not see the end of it.
    isChunkMissing = !claimAttempt('reloaded-at');
    if (isChunkMissing) return;
    event?.preventDefault();
    leftAt = performance.now();
    location.assign(goingTo() ?? location.href);
  }

  addEventListener('vite:preloadError', (event) => {
    if (!isLoadingOptional()) {
      if (goingTo() !== null || !isPreloading()) reload(event);
    } else if (goingTo() !== null) {
      // The next page’s script, or a background one: that is known a moment later.
      setTimeout(() => {
        if (!wasOptional(event.payload)) reload();
      });
    }
  });
}
