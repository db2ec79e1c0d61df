import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigation } from 'react-router-dom';

/**
 * Returns a function that says whether the component is on the page to stay: once the person is on
 * the way to another page, what it shows may be gone before it is read. On a busy device the address
 * knows that before the component does.
 */
export function useIsShown(): () => boolean {
  const { pathname, search } = useLocation();
  const isLeaving = useNavigation().state !== 'idle';
  const shownAt = useRef<string | null>(pathname + search);
  useEffect(() => {
    shownAt.current = isLeaving ? null : pathname + search;
    return () => {
      shownAt.current = null;
    };
  }, [isLeaving, pathname, search]);
  return useCallback(() => shownAt.current === location.pathname + location.search, []);
}
