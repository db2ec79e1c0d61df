import { startTransition, useEffect, useState } from 'react';

/** Effects run in browsers only, never in the build. */
let isRunning = false;

/** False in the HTML from the build, where controls that need a script are disabled. */
export function useHydrated(): boolean {
  const [isHydrated, setHydrated] = useState(isRunning);
  useEffect(() => {
    isRunning = true;
    startTransition(() => setHydrated(true));
  }, []);
  return isHydrated;
}
