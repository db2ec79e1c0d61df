/** After a return from the back/forward cache, where the page missed every event. */
export function onRestored(listener: () => void): () => void {
  const onShown = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener();
  };
  addEventListener('pageshow', onShown);
  return () => removeEventListener('pageshow', onShown);
}
