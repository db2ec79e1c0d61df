import { startTransition, useEffect, useState } from 'react';

/** Set by the first effect: effects run in browsers only, so never in the build. */
let isRunning = false;

/**
 * Whether the app runs. It does not yet in the HTML from the build: controls that need a script are
 * marked as disabled there. The second render of the page comes in slices, as the first does.
 */
export function useHydrated(): boolean {
  const [isHydrated, setHydrated] = useState(isRunning);
  useEffect(() => {
    isRunning = true;
    startTransition(() => setHydrated(true));
  }, []);
  return isHydrated;
}
