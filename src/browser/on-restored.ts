/** From the back/forward cache, which misses every event. */
export function onRestored(listener: () => void): () => void {
  const onShown = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener();
  };
  addEventListener('pageshow', onShown);
  return () => removeEventListener('pageshow', onShown);
}
