import { startTransition, useEffect, useState } from 'react';

let isRunning = false;

/** False in the build's HTML. */
export function useHydrated(): boolean {
  const [isHydrated, setHydrated] = useState(isRunning);
  useEffect(() => {
    isRunning = true;
    startTransition(() => setHydrated(true));
  }, []);
  return isHydrated;
}
