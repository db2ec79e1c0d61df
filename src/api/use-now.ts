import { useEffect, useState } from 'react';
import { clockOffset } from './calls/server-clock.ts';

const MINUTE_MS = 60_000;

/** The server's time as this device knows it; the page may stay open for hours. */
export function useNow(): Date {
  const [, setMinutes] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setMinutes((minutes) => minutes + 1), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return new Date(Date.now() + (clockOffset() ?? 0));
}
