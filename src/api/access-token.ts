/** The session's token, under the local storage key the specification names. */
const KEY = 'token';

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
}

/** Calls back when another tab has signed in or out. */
export function onSessionChangeElsewhere(listener: () => void): void {
  addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) listener();
  });
}
