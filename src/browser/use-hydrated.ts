import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Whether the app runs. It does not yet in the HTML from the build: controls that need a script are
 * marked as disabled there.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
