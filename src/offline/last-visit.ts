import { useEffect, useState } from 'react';
import { localStore } from '../browser/web-storage.ts';
import { readDeviceUser } from './device-user.ts';

/** A pause this long ends a visit. */
const PAUSE_MS = 30 * 60 * 1000;
const KEY = 'last-visit';

/** The signed-in person's visits to their dashboard; deleted at sign-out. */
interface Visits {
  /** What earlier visits had seen up to, in the server's time (ISO); null on the first visit. */
  since: string | null;
  /** What this visit has seen up to. */
  until: string | null;
  /** The last look, by this device's clock: only ever compared with itself. */
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

/** Does nothing when signed out: a tab that closes after a sign-out leaves nothing behind. */
function noteVisits(change: Partial<Visits>): void {
  if (readDeviceUser() === null) return;
  localStore.setItem(KEY, JSON.stringify({ ...readVisits(), ...change }));
}

/** Continues the visit, or starts one after a pause. Offline it continues: nothing new can show. */
function look(): string | null {
  const { since, until, lookedAt } = readVisits();
  const isOver = navigator.onLine && Date.now() - lookedAt > PAUSE_MS;
  const begin = isOver ? (until ?? since) : since;
  noteVisits({ since: begin, lookedAt: Date.now() });
  return begin;
}

/**
 * The time (ISO, the server's) up to which the person had seen everything when this visit began;
 * null on their first. An open tab starts a new visit when it is focused after a pause.
 */
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

/**
 * Records that the person has seen everything up to this time (ISO, the server's). Data from the
 * device may be older.
 */
export function recordVisit(until: string): void {
  if (until > (readVisits().until ?? '')) noteVisits({ until });
}

export function forgetVisits(): void {
  localStore.removeItem(KEY);
}
