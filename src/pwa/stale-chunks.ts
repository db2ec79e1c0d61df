import { sessionStore } from '../api/web-storage.ts';

/**
 * After a deploy an old tab may ask for a chunk that is gone. Such a tab is loaded anew, at the page it was going to:
 * once in a minute at most and only with a network. Without one, or if that did not help, the route's error element
 * says so instead.
 */
const KEY = 'reloaded-at';
const ONCE_IN_MS = 60_000;

let inBackgroundNow = 0;

/**
 * Loads code that works behind the page and that nobody waits for; null where it cannot be had. For want of it no page is
 * loaded anew, under the hands of somebody who is typing.
 */
export async function inBackground<Module>(load: () => Promise<Module>): Promise<Module | null> {
  inBackgroundNow += 1;
  try {
    return await load();
  } catch {
    return null;
  } finally {
    inBackgroundNow -= 1;
  }
}

/**
 * `goingTo` answers the address of a navigation under way, or null; `isPreloading` whether a page is being loaded that
 * nobody has asked for yet. Then pointing at a link must not reload what is on the screen: following it will.
 */
export function reloadOnStaleChunks(goingTo: () => string | null, isPreloading: () => boolean): void {
  addEventListener('vite:preloadError', (event) => {
    if ((isPreloading() || inBackgroundNow > 0) && goingTo() === null) return;
    const last = Number(sessionStore.getItem(KEY) ?? 0);
    if (!navigator.onLine || Date.now() - last < ONCE_IN_MS) return;
    event.preventDefault();
    sessionStore.setItem(KEY, String(Date.now()));
    location.assign(goingTo() ?? location.href);
  });
}
