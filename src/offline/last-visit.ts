import { useEffect, useState } from 'react';
import { localStore } from '../browser/web-storage.ts';
import { readDeviceUser } from './device-user.ts';

/** A pause this long ends a visit. */
const PAUSE_MS = 30 * 60 * 1000;
const KEY = 'last-visit';

/** What this device knows of the signed-in person's visits to their dashboard; it goes with the sign-out. */
interface Visits {
  /** Until when the visits before this one had seen everything, in the server's time (ISO); null on the first one. */
  since: string | null;
  /** Until when this one has. */
  until: string | null;
  /** When somebody last looked, by this device's clock: only ever compared with itself. */
  lookedAt: number;
}

function readVisits(): Visits {
  try {
    return JSON.parse(localStore.getItem(KEY) ?? '') as Visits;
  } catch {
    return { since: null, until: null, lookedAt: 0 };
  }
}

/** Of somebody who is signed in: a tab that closes after a sign-out leaves nothing behind. */
function noteVisits(change: Partial<Visits>): void {
  if (readDeviceUser() === null) return;
  localStore.setItem(KEY, JSON.stringify({ ...readVisits(), ...change }));
}

/** Goes on with the visit, or begins another after a pause. Without network nothing new can be seen: it goes on. */
function look(): string | null {
  const { since, until, lookedAt } = readVisits();
  const isOver = navigator.onLine && Date.now() - lookedAt > PAUSE_MS;
  const begin = isOver ? (until ?? since) : since;
  noteVisits({ since: begin, lookedAt: Date.now() });
  return begin;
}

/**
 * The moment (ISO, the server's time) up to which the person had seen everything when this visit began, null on their
 * first. A tab that stays open begins a visit each time it is looked at again after a pause.
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

/** Notes that the person has seen what happened until then (ISO, the server's time). Data from the device may be older. */
export function recordVisit(until: string): void {
  if (until > (readVisits().until ?? '')) noteVisits({ until });
}

export function forgetVisits(): void {
  localStore.removeItem(KEY);
}
