import { serverTimePassed } from '../../api/calls/server-clock.ts';
import { trpc } from '../../api/calls/trpc.ts';
import { formatClockOffset } from '../../api/format-clock-offset.ts';
import { SESSION_ABSOLUTE } from '../../domain/session.ts';
import { COURIER_RUN, readStored } from '../../offline/stored-queries.ts';
import { isPersisted } from '../../pwa/persistence.ts';
import { listMissingFeatures } from './missing-features.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface Readiness {
  isRunStored: boolean;
  isPersisted: boolean;
  /** How far the clock is off, as text; null if it is right. */
  clock: string | null;
  lacks: string[];
}

export async function checkReadiness(): Promise<Readiness> {
  const [stored, persisted] = await Promise.all([readStored(), isPersisted()]);
  return {
    isRunStored: stored.some(({ queryKey, state }) => queryKey[1] === COURIER_RUN && state.data !== undefined),
    isPersisted: persisted,
    clock: formatClockOffset(),
    lacks: listMissingFeatures(),
  };
}

/** Within a day; null if unknown. */
export async function isSessionEndingSoon(): Promise<boolean | null> {
  const sessions = await trpc.user.getSessions.query().catch(() => []);
  const current = sessions.find((session) => session.current);
  if (!current) return null;
  const now = serverTimePassed() ?? Date.now();
  return Date.parse(current.createdAt) + SESSION_ABSOLUTE - now < DAY_MS;
}
