import { isLoadingOptional, wasOptional } from '../browser/loading/load-optional.ts';
import { sessionStore } from '../browser/web-storage.ts';

/** An old tab may request a deleted chunk after a deploy: it reloads, at most this often. */
const ONCE_IN_MS = 60_000;
const LEAVES_WITHIN_MS = 10_000;

let isChunkMissing = false;

export const hasMissingChunk = (): boolean => isChunkMissing;

/** True once a minute, so that a failed remedy does not loop. */
export function claimAttempt(purpose: 'reloaded-at' | 'repaired-at'): boolean {
  const last = Number(sessionStore.getItem(purpose) ?? 0);
  if (!navigator.onLine || Math.abs(Date.now() - last) < ONCE_IN_MS) return false;
  sessionStore.setItem(purpose, String(Date.now()));
  return true;
}

/** `goingTo`: the target of a navigation, or null. Hovering over a link must not reload. */
export function reloadOnStaleChunks(goingTo: () => string | null, isPreloading: () => boolean): void {
  // Firefox aborts loading when another page is on its way. A reload would stop that page.
  let leftAt = Number.NEGATIVE_INFINITY;
  addEventListener('beforeunload', () => {
    leftAt = performance.now();
  });

  function reload(event?: VitePreloadErrorEvent): void {
    if (performance.now() - leftAt < LEAVES_WITHIN_MS) return;
    // If that didn't help, the next page repairs the app.
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
      setTimeout(() => {
        if (!wasOptional(event.payload)) reload();
      });
    }
  });
}
