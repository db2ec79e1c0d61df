import { useEffect, useState } from 'react';
import { TIMEOUT_MS } from '../../browser/with-timeout.ts';

/** Whether this wait has lasted for more than three seconds. */
export function useIsSlow(isWaiting: boolean): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setLate(true), TIMEOUT_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isWaiting]);
  return isLate;
}
