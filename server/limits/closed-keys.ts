const MAX_KEYS = 10_000;

export interface ClosedKeys {
  /** Milliseconds until a key opens; 0 for one that is open, or that the database must be asked about. */
  waitOf(key: string): number;
  /** Closes a key for `wait` milliseconds, and forgets that after `remember` at most. */
  add(key: string, wait: number, remember: number): void;
}

/**
 * What this process knows of keys without points, so that refusing them costs the database nothing. There is room for
 * so many, and the oldest goes first: a key that is forgotten here is refused by the database.
 */
export function createClosedKeys(room = MAX_KEYS): ClosedKeys {
  const keys = new Map<string, { opensAt: number; forgetAt: number }>();
  return {
    waitOf(key) {
      const entry = keys.get(key);
      if (!entry) return 0;
      const now = Date.now();
      if (entry.forgetAt > now) return entry.opensAt - now;
      keys.delete(key);
      return 0;
    },
    add(key, wait, remember) {
      const now = Date.now();
      // A map keeps the order of insertion: what is closed once more becomes the newest.
      keys.delete(key);
      keys.set(key, { opensAt: now + wait, forgetAt: now + Math.min(wait, remember) });
      const [oldest] = keys.keys();
      if (keys.size > room && oldest !== undefined) keys.delete(oldest);
    },
  };
}
