/** The session's token, under the local storage key the specification names. */
const KEY = 'token';

const listeners = new Set<() => void>();

/** The token, or null: signed out, or the browser keeps nothing for us. */
export function readAccessToken(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function writeAccessToken(token: string | null): void {
  if (token === null) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, token);
  for (const listener of listeners) listener();
}

/** Calls back when this tab or another one signs in or out. Answers how to stop. */
export function onAccessTokenChange(listener: () => void): () => void {
  const fromOtherTab = (event: StorageEvent) => (event.key === KEY || event.key === null) && listener();
  listeners.add(listener);
  addEventListener('storage', fromOtherTab);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', fromOtherTab);
  };
}
