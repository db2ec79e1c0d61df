/**
 * What this device knows of the server's time. What happens without a network is dated by the device, whose clock may be off,
 * be changed by hand, or begin again in 1970. Two things are known all the same, and stand in local storage: how far off it was
 * when the server last answered, and a moment that the server's clock has certainly passed.
 */

import { localStore } from '../../browser/web-storage.ts';
import { FETCHED_AT_HEADER } from '../../pwa/messages.ts';

/** An answer tells whole seconds, and is some time under way: less than this is no difference. */
const PRECISION_MS = 2_000;
/** A clock that jumps by less was only set right a little. */
const JUMP_MS = 60_000;
/** What has passed is written down this often as answers come in. */
const WRITE_EVERY_MS = 5_000;
/** The times that the server takes. */
const FIRST_MS = 0;
const LAST_MS = Date.UTC(2199, 11, 31);

interface Sources {
  /** The device's clock, in milliseconds since 1970; it may be changed at any time. */
  wall: () => number;
  /** Milliseconds since this page was opened. It never jumps; on some devices it waits while they sleep. */
  elapsed: () => number;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
}

/** A moment of this device, in milliseconds. */
export interface DeviceMoment {
  /** By its clock, corrected by what is known of it. */
  clock: number;
  /** The server's clock had certainly passed this; null where it was never told. */
  notBefore: number | null;
}

/** Made anew for each page; pages share what is in the storage. */
export function createServerClock({ wall, elapsed, storage }: Sources) {
  const read = (key: string): number | null => {
    const kept = storage.getItem(key);
    return kept === null || kept === '' || !Number.isFinite(Number(kept)) ? null : Number(kept);
  };
  let offset = read('clock-offset');
  let passed = read('server-time-passed');
  let written = passed ?? Number.NEGATIVE_INFINITY;
  /** When `passed` was so, by both clocks of the device. */
  let since = { elapsed: elapsed(), wall: wall() };

  function setOffset(to: number): void {
    offset = to;
    storage.setItem('clock-offset', String(to));
  }

  /** More time has gone by than the clock shows: it was set back, by at least that much. Ahead it may only have slept. */
  function noticeSetBack(): void {
    const setBack = elapsed() - since.elapsed - (wall() - since.wall);
    if (setBack < JUMP_MS) return;
    since.wall -= setBack;
    if (offset !== null) setOffset(offset + setBack);
  }

  function passedNow(): number | null {
    const here = passed === null ? null : passed + elapsed() - since.elapsed;
    const elsewhere = read('server-time-passed');
    return here === null || elsewhere === null ? (here ?? elsewhere) : Math.max(here, elsewhere);
  }

  function write(time: number): void {
    written = time;
    storage.setItem('server-time-passed', String(Math.floor(time)));
  }

  return {
    /** The server has just said what time it is, to the second. */
    note(date: number): void {
      const known = passedNow();
      // The server's own clock may have been set right: then what it says now counts.
      passed = known === null || date < known - JUMP_MS ? date : Math.max(date, known);
      since = { elapsed: elapsed(), wall: wall() };
      if (Math.abs(passed - written) >= WRITE_EVERY_MS) write(passed);
      const measured = date + 500 - since.wall;
      if (offset !== null && Math.abs(measured - offset) <= PRECISION_MS) return;
      setOffset(Math.abs(measured) <= PRECISION_MS ? 0 : measured);
    },

    /** This moment, for what is done now. From now on nothing can have been done before it, also after a restart. */
    now(): DeviceMoment {
      noticeSetBack();
      const notBefore = passedNow();
      if (notBefore !== null) write(notBefore);
      const clock = Math.min(Math.max(wall() + (offset ?? 0), FIRST_MS), LAST_MS);
      return { clock, notBefore: notBefore === null ? null : Math.floor(notBefore) };
    },

    /** What the server's clock has certainly passed by now. */
    passed: passedNow,

    /** What is to be added to this device's time to have the server's, or nearly; null where that was never told. */
    offset(): number | null {
      noticeSetBack();
      const least = (passedNow() ?? Number.NEGATIVE_INFINITY) - wall();
      return offset !== null && least > offset + JUMP_MS ? least : offset;
    },
  };
}

const clock = createServerClock({ wall: () => Date.now(), elapsed: () => performance.now(), storage: localStore });

/** Takes the time from an answer of the server. What the service worker had kept says nothing about now. */
export function noteServerTime({ headers }: Response): void {
  const date = Date.parse(headers.get('date') ?? '');
  if (!Number.isNaN(date) && !headers.has(FETCHED_AT_HEADER)) clock.note(date);
}

/** How far this device's clock is from the server's, in milliseconds to be added; null where it was never told. */
export const clockOffset = () => clock.offset();

/** This moment, as this device can tell it. */
export const deviceMoment = () => clock.now();

/** A moment that the server's clock has certainly passed, in milliseconds; null where it was never told. */
export const serverTimePassed = () => clock.passed();
