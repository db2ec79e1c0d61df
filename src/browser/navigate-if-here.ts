import { useEffect, useRef } from 'react';
import { type NavigateOptions, type To, useLocation, useNavigate, useNavigation } from 'react-router-dom';

/** Unless the person has left. */
export function useNavigateIfHere() {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { state } = useNavigation();
  const isLeaving = useRef(false);
  useEffect(() => {
    isLeaving.current = state !== 'idle';
  }, [state]);
  return (to: To, options?: NavigateOptions) => {
    const isHere = location.pathname + location.search === pathname + search;
    return isHere && !isLeaving.current ? navigate(to, options) : undefined;
  };
}
