import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** What only some browsers know of the connection. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Nothing is loaded on a guess without a network, on a slow one, or where somebody pays for every byte. */
export function isAffordable(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return navigator.onLine && !connection?.saveData && !connection?.effectiveType?.endsWith('2g');
}

/** Whether the browser has a network at all; that the server answers is another question. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}
