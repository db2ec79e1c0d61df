const listeners = new Set<() => void>();

/** Calls back whenever the server has given data. What is returned ends that. */
export function onServerAnswer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tellServerAnswer(): void {
  for (const listener of listeners) listener();
}
