/**
 * After a deploy an old tab may ask for a chunk that is gone. Such a tab is loaded anew, at the page it was going to:
 * once in a minute at most and only with a network. Without one, or if that did not help, the route's error element
 * says so instead.
 */
const KEY = 'reloaded-at';
const ONCE_IN_MS = 60_000;

/** `goingTo` answers the address of a navigation under way, or null. */
export function reloadOnStaleChunks(goingTo: () => string | null): void {
  addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(KEY) ?? 0);
    if (!navigator.onLine || Date.now() - last < ONCE_IN_MS) return;
    event.preventDefault();
    sessionStorage.setItem(KEY, String(Date.now()));
    location.assign(goingTo() ?? location.href);
  });
}
