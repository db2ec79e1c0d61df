/** A page from the back/forward cache has missed every event. Returns a function that stops it. */
export function onRestored(listener: () => void): () => void {
  const onShown = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener();
  };
  addEventListener('pageshow', onShown);
  return () => removeEventListener('pageshow', onShown);
}
