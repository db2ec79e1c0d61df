import { useEffect, useRef } from 'react';

const PAUSE_MS = 400;

/** Waits with something until nothing was typed for a moment. */
export function usePause() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stop = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    isOn: () => timer.current !== undefined,
    stop,
    before(act: () => void) {
      stop();
      timer.current = setTimeout(() => {
        stop();
        act();
      }, PAUSE_MS);
    },
  };
}
