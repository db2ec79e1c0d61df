import { useEffect, useRef } from 'react';
import { type NavigateOptions, type To, useNavigate, useNavigation } from 'react-router-dom';
import { useMovedTo } from './moved-on.ts';

/** `navigate` for after a call: does nothing if the person has moved on, or is about to. */
export function useNavigateIfHere() {
  const navigate = useNavigate();
  const movedTo = useMovedTo();
  const { state } = useNavigation();
  const isLeaving = useRef(false);
  useEffect(() => {
    isLeaving.current = state !== 'idle';
  }, [state]);
  return (to: To, options?: NavigateOptions) => (isLeaving.current || movedTo() ? undefined : navigate(to, options));
}
