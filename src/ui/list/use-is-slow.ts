import { useEffect, useState } from 'react';
import { TIMEOUT_MS } from '../../browser/with-timeout.ts';

/** Whether this wait has lasted for more than `ms` milliseconds, three seconds by default. */
export function useIsSlow(isWaiting: boolean, ms = TIMEOUT_MS): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setLate(true), ms);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isWaiting, ms]);
  return isLate;
}
