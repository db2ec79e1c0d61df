import { useLayoutEffect, useMemo, useRef } from 'react';
import { type NavigateOptions, type Path, type To, useLocation, useNavigate, useNavigation } from 'react-router-dom';

/**
 * When a response comes: is this visit still on screen? On a busy device the address changes before
 * the component does.
 */
export function usePageVisit() {
  const navigate = useNavigate();
  const { pathname, search, key } = useLocation();
  const isLeaving = useNavigation().state !== 'idle';
  const shownAt = useRef<string | null>(pathname + search);
  useLayoutEffect(() => {
    shownAt.current = isLeaving ? null : pathname + search;
    return () => {
      shownAt.current = null;
    };
  }, [isLeaving, pathname, search]);
  return useMemo(() => {
    const isShown = () => shownAt.current === location.pathname + location.search;
    return {
      /** False once the person has left, or is about to. */
      isShown,
      navigateIfShown: (to: To, options?: NavigateOptions) => (isShown() ? navigate(to, options) : undefined),
      /** Undefined while the history is at this visit. */
      movedTo: (): Path | undefined => ((history.state?.key ?? 'default') === key ? undefined : location),
    };
  }, [key, navigate]);
}
