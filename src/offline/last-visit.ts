import { useEffect, useState } from 'react';
import { localStore } from '../browser/web-storage.ts';
import { readDeviceUser } from './device-user.ts';

const PAUSE_MS = 30 * 60 * 1000;
const KEY = 'last-visit';

interface Visits {
  /** When the last visit ended: the server's time (ISO), null on the first. */
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

function noteVisits(change: Partial<Visits>): void {
  if (readDeviceUser() === null) return;
  localStore.setItem(KEY, JSON.stringify({ ...readVisits(), ...change }));
}

/** Offline nothing new can show. */
function look(): string | null {
  const { since, until, lookedAt } = readVisits();
  const isOver = navigator.onLine && Date.now() - lookedAt > PAUSE_MS;
  const begin = isOver ? (until ?? since) : since;
  noteVisits({ since: begin, lookedAt: Date.now() });
  return begin;
}

export function useLastVisit(): string | null {
  const [since, setSince] = useState(look);
  useEffect(() => {
    const onChange = () => (document.hidden ? noteVisits({ lookedAt: Date.now() }) : setSince(look()));
    document.addEventListener('visibilitychange', onChange);
    return () => {
      document.removeEventListener('visibilitychange', onChange);
      noteVisits({ lookedAt: Date.now() });
    };
  }, []);
  return since;
}

/** `until`: the server's time (ISO). */
export function recordVisit(until: string): void {
  if (until > (readVisits().until ?? '')) noteVisits({ until });
}

export function forgetVisits(): void {
  localStore.removeItem(KEY);
}
