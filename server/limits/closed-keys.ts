const MAX_KEYS = 10_000;

export interface ClosedKeys {
  /** Milliseconds until a key opens; 0 if it is open, or only the database knows. */
  getWaitMs(key: string): number;
  /**
   * Closes a key for `wait` milliseconds, and forgets that after `remember` milliseconds at most.
   */
  add(key: string, wait: number, remember: number): void;
  remove(key: string): void;
}

/**
 * The keys that this process knows have no points left, so that rejecting them costs no query. If
 * there are too many, the oldest is forgotten, and the database rejects it instead.
 */
export function createClosedKeys(maxKeys = MAX_KEYS): ClosedKeys {
  const keys = new Map<string, { opensAt: number; forgetAt: number }>();
  return {
    getWaitMs(key) {
      const entry = keys.get(key);
      if (!entry) return 0;
      const now = Date.now();
      if (entry.forgetAt > now) return entry.opensAt - now;
      keys.delete(key);
      return 0;
    },
    add(key, wait, remember) {
      const now = Date.now();
      // A map keeps insertion order, so a key that is closed again becomes the newest.
      keys.delete(key);
      keys.set(key, { opensAt: now + wait, forgetAt: now + Math.min(wait, remember) });
      const [oldest] = keys.keys();
      if (keys.size > maxKeys && oldest !== undefined) keys.delete(oldest);
    },
    remove: (key) => void keys.delete(key),
  };
}
