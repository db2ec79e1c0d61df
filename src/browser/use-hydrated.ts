import { startTransition, useEffect, useState } from 'react';

/** Whether the app runs. Effects run in browsers only, so it never does in the build. */
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
