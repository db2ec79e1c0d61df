/** In memory if the browser refuses storage or has no room. */
export interface WebStorage extends Pick<Storage, 'getItem' | 'removeItem' | 'clear'> {
  /** False if it won't outlive the page. */
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
      // Null if it failed.
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

export const localStore = withMemoryFallback(() => localStorage);
export const sessionStore = withMemoryFallback(() => sessionStorage);
