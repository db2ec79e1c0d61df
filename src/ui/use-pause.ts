import { useEffect, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigation } from 'react-router-dom';

const PAUSE_MS = 400;

function createPause() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLeaving = false;
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    isOn: () => timer !== undefined,
    stop,
    leave(leaving: boolean) {
      isLeaving = leaving;
    },
    before(act: () => void) {
      stop();
      timer = setTimeout(() => {
        stop();
        if (!isLeaving) act();
      }, PAUSE_MS);
    },
  };
}

/** Waits with something until nothing was typed for a moment; drops it if the person leaves the page. */
export function usePause() {
  const [pause] = useState(createPause);
  const { pathname } = useLocation();
  const { location: next = { pathname } } = useNavigation();
  const isLeaving = next.pathname !== pathname;
  useLayoutEffect(() => pause.leave(isLeaving), [pause, isLeaving]);
  useEffect(() => pause.stop, [pause]);
  return pause;
}

/** Reads the address, which changes before the screen does. */
export const hasSearch = (): boolean => new URLSearchParams(location.search).has('q');
