import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Only some browsers report these. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Not on a slow or metered connection. */
export function isAffordable(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return navigator.onLine && !connection?.saveData && !connection?.effectiveType?.endsWith('2g');
}

/** This says nothing about the server. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}
