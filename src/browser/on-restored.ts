/**
 * Calls back when this page returns from the back/forward cache: it has missed every event since it
 * was left.
 */
export function onRestored(listener: () => void): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) listener();
  });
}
