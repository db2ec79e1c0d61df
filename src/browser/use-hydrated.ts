import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Whether the app runs. In the HTML that the build made it does not yet: what only a script can do is marked as not to be pressed there. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
