import { useSyncExternalStore } from 'react';

export function createSignal() {
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    subscribe,
    notify(): void {
      for (const listener of listeners) listener();
    },
    /** Reads again after each change. `onServer` is what the build's HTML shows. */
    use: <Value>(read: () => Value, onServer: Value): Value => useSyncExternalStore(subscribe, read, () => onServer),
  };
}
