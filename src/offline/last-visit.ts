import { useEffect, useState } from 'react';
import { localStore } from '../browser/web-storage.ts';
import { readDeviceUser } from './device-user.ts';

const PAUSE_MS = 30 * 60 * 1000;
const KEY = 'last-visit';

interface Visits {
  since: string | null;
  until: string | null;
  /** This device's clock. */
  lookedAt: number;
}

function readVisits(): Visits {
  const none: Visits = { since: null, until: null, lookedAt: 0 };
  try {
    return { ...none, ...(JSON.parse(localStore.getItem(KEY) ?? '') as Visits | null) };
  } catch {
    return none;
  }
}

/** A tab that closes after a sign-out leaves nothing behind. */
function storeVisits(change: Partial<Visits>): void {
  if (readDeviceUser() === null) return;
  localStore.setItem(KEY, JSON.stringify({ ...readVisits(), ...change }));
}

/** A visit ends half an hour after the last continueOrBeginVisit. */
function continueOrBeginVisit(): string | null {
  const { since, until, lookedAt } = readVisits();
  const isOver = navigator.onLine && Date.now() - lookedAt > PAUSE_MS;
  const begin = isOver ? (until ?? since) : since;
  storeVisits({ since: begin, lookedAt: Date.now() });
  return begin;
}

export function useLastVisit(): string | null {
  const [since, setSince] = useState(continueOrBeginVisit);
  useEffect(() => {
    const onChange = () => (document.hidden ? storeVisits({ lookedAt: Date.now() }) : setSince(continueOrBeginVisit()));
    document.addEventListener('visibilitychange', onChange);
    return () => {
      document.removeEventListener('visibilitychange', onChange);
      storeVisits({ lookedAt: Date.now() });
    };
  }, []);
  return since;
}

/** Everything up to `until` has been seen (ISO, the server's time). */
export function recordVisit(until: string): void {
  if (until > (readVisits().until ?? '')) storeVisits({ until });
}

export function forgetVisits(): void {
  localStore.removeItem(KEY);
}
