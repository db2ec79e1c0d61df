import { useCallback, useEffect, useRef } from 'react';
import { useNavigation } from 'react-router-dom';

/**
 * Returns a function that says whether the component is on the page to stay: once the person is on
 * the way to another page, what it shows may be gone before it is read.
 */
export function useIsShown(): () => boolean {
  const isShown = useRef(true);
  const isLeaving = useNavigation().state !== 'idle';
  useEffect(() => {
    isShown.current = !isLeaving;
    return () => {
      isShown.current = false;
    };
  }, [isLeaving]);
  return useCallback(() => isShown.current, []);
}
