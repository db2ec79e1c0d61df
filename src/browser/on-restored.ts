/**
 * Calls back when this page returns from the back/forward cache: it has missed every event since it
 * was left. Returns a function that stops it.
 */
export function onRestored(listener: () => void): () => void {
  const onShown = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener();
  };
  addEventListener('pageshow', onShown);
  return () => removeEventListener('pageshow', onShown);
}
