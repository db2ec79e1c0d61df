const listeners = new Set<() => void>();

export function onServerResponse(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function notifyServerResponse(): void {
  for (const listener of listeners) listener();
}
