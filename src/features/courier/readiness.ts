/** Whether this device can do a day without a network. */
import { formatClockOffset } from '../../offline/format-clock-offset.ts';
import { hasQuota, isPersisted } from '../../offline/persistence.ts';
import { COURIER_RUN, readStored } from '../../offline/stored-queries.ts';
import { cacheCourierFiles } from '../../pwa/courier-files.ts';

export interface Readiness {
  isRunStored: boolean;
  areFilesStored: boolean;
  isPersisted: boolean;
  hasRoom: boolean;
  /** How far the clock is off; null if it is right. */
  clock: string | null;
  /** What the device lacks, in plain words. */
  lacks: string[];
}

export async function checkReadiness(): Promise<Readiness> {
  const [stored, areFilesStored, persisted, hasRoom] = await Promise.all([
    readStored(),
    cacheCourierFiles(),
    isPersisted(),
    hasQuota(),
  ]);
  return {
    isRunStored: stored.some(({ queryKey, state }) => queryKey[1] === COURIER_RUN && state.data !== undefined),
    areFilesStored,
    isPersisted: persisted,
    hasRoom,
    clock: formatClockOffset(),
    lacks: listMissing(),
  };
}

/** What makes a day easier and is not there: said once, then the pages do without. */
function listMissing(): string[] {
  return [
    navigator.mediaDevices ? '' : 'a camera for this page',
    'vibrate' in navigator ? '' : 'vibration',
    'wakeLock' in navigator ? '' : 'a screen that stays on',
  ].filter(Boolean);
}
