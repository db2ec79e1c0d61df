/**
 * Local and session storage. If the browser refuses both (a private window, all site data blocked)
 * or has no room left, values are held in memory until the page closes.
 */
export interface WebStorage extends Pick<Storage, 'getItem' | 'removeItem' | 'clear'> {
  /** Says whether it will outlive the page. */
  setItem(key: string, value: string): boolean;
}

function withMemoryFallback(open: () => Storage): WebStorage {
  const memory = new Map<string, string>();
  const attempt = <Value>(work: (storage: Storage) => Value): Value | null => {
    try {
      return work(open());
    } catch {
      return null;
    }
  };
  return {
    getItem: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key)),
    setItem(key, value) {
      memory.delete(key);
      // Without a storage there is no answer, with one there is `undefined`.
      const isStored = attempt((storage) => storage.setItem(key, value)) !== null;
      if (!isStored) memory.set(key, value);
      return isStored;
    },
    removeItem(key) {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
    clear() {
      memory.clear();
      attempt((storage) => storage.clear());
    },
  };
}

/** For all visits to come. */
export const localStore = withMemoryFallback(() => localStorage);
/** For this tab only. */
export const sessionStore = withMemoryFallback(() => sessionStorage);
