import { useEffect, useState } from 'react';

const PAUSE_MS = 400;

function createPause() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    isOn: () => timer !== undefined,
    stop,
    before(act: () => void) {
      stop();
      timer = setTimeout(() => {
        stop();
        act();
      }, PAUSE_MS);
    },
  };
}

/** Waits with something until nothing was typed for a moment. */
export function usePause() {
  const [pause] = useState(createPause);
  useEffect(() => pause.stop, [pause]);
  return pause;
}
