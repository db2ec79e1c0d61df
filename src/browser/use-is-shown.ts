import { useCallback, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigation } from 'react-router-dom';

/** On a busy device the address changes before the component does, and a passive effect runs long after both. */
export function useIsShown(): () => boolean {
  const { pathname, search } = useLocation();
  const isLeaving = useNavigation().state !== 'idle';
  const shownAt = useRef<string | null>(pathname + search);
  useLayoutEffect(() => {
    shownAt.current = isLeaving ? null : pathname + search;
    return () => {
      shownAt.current = null;
    };
  }, [isLeaving, pathname, search]);
  return useCallback(() => shownAt.current === location.pathname + location.search, []);
}
