const MAX_KEYS = 10_000;

export interface ClosedKeys {
  /** 0 if open, or only the database knows. */
  getWaitMs(key: string): number;
  /** In milliseconds. */
  add(key: string, wait: number, remember: number): void;
  remove(key: string): void;
}

/** Rejects keys without points, without a query. If one is forgotten, the database rejects it. */
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
      // It becomes the newest.
      keys.delete(key);
      keys.set(key, { opensAt: now + wait, forgetAt: now + Math.min(wait, remember) });
      const [oldest] = keys.keys();
      if (keys.size > maxKeys && oldest !== undefined) keys.delete(oldest);
    },
    remove: (key) => void keys.delete(key),
  };
}
