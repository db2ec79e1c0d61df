import { localStore } from '../../browser/web-storage.ts';
import { FETCHED_AT_HEADER } from '../../pwa/messages.ts';

/** Responses carry whole seconds and take time to arrive. */
const PRECISION_MS = 2_000;
const JUMP_MS = 60_000;
const WRITE_EVERY_MS = 5_000;
const FIRST_MS = 0;
const LAST_MS = Date.UTC(2199, 11, 31);

interface Sources {
  /** Since 1970; may jump. */
  wall: () => number;
  /** Never jumps; may pause during sleep. */
  elapsed: () => number;
  storage: Pick<Storage, 'getItem' | 'setItem'>;
}

export interface DeviceMoment {
  /** In milliseconds, corrected by the offset. */
  clock: number;
  /** The server’s clock is past this, in milliseconds; null if unknown. */
  notBefore: number | null;
}

export function createServerClock({ wall, elapsed, storage }: Sources) {
  const read = (key: string): number | null => {
    const kept = storage.getItem(key);
    return kept && Math.abs(Number(kept)) <= LAST_MS ? Number(kept) : null;
  };
  let offset = read('clock-offset');
  let passed = read('server-time-passed');
  let written = passed ?? Number.NEGATIVE_INFINITY;
  let since = { elapsed: elapsed(), wall: wall() };

  function setOffset(to: number): void {
    offset = to;
    storage.setItem('clock-offset', String(to));
  }

  /** A clock was set back if more time elapsed than it shows. One that is ahead may have slept. */
  function noticeSetBack(): void {
    const setBack = elapsed() - since.elapsed - (wall() - since.wall);
    if (setBack < JUMP_MS) return;
    since.wall -= setBack;
    if (offset !== null) setOffset(offset + setBack);
  }

  function latestServerTime(): number | null {
    const here = passed === null ? null : passed + elapsed() - since.elapsed;
    const elsewhere = read('server-time-passed');
    return here === null || elsewhere === null ? (here ?? elsewhere) : Math.max(here, elsewhere);
  }

  function write(time: number): void {
    written = time;
    storage.setItem('server-time-passed', String(Math.floor(time)));
  }

  return {
    note(date: number): void {
      const known = latestServerTime();
      // The server's clock was set back.
      passed = known === null || date < known - JUMP_MS ? date : Math.max(date, known);
      since = { elapsed: elapsed(), wall: wall() };
      if (Math.abs(passed - written) >= WRITE_EVERY_MS) write(passed);
      const measured = date + 500 - since.wall;
      if (offset !== null && Math.abs(measured - offset) <= PRECISION_MS) return;
      setOffset(Math.abs(measured) <= PRECISION_MS ? 0 : measured);
    },

    /** Nothing later is dated earlier, even after restarts. */
    now(): DeviceMoment {
      noticeSetBack();
      const notBefore = latestServerTime();
      if (notBefore !== null) write(notBefore);
      const clock = Math.min(Math.max(wall() + (offset ?? 0), FIRST_MS), LAST_MS);
      return { clock, notBefore: notBefore === null ? null : Math.floor(notBefore) };
    },

    passed: latestServerTime,

    offset(): number | null {
      noticeSetBack();
      const least = (latestServerTime() ?? Number.NEGATIVE_INFINITY) - wall();
      return offset !== null && least > offset + JUMP_MS ? least : offset;
    },
  };
}

const clock = createServerClock({ wall: () => Date.now(), elapsed: () => performance.now(), storage: localStore });

/** Ignores the service worker's cached responses. */
export function noteServerTime({ headers }: Response): void {
  const date = Date.parse(headers.get('date') ?? '');
  if (!Number.isNaN(date) && !headers.has(FETCHED_AT_HEADER)) clock.note(date);
}

/** Milliseconds to add to this clock; null if unknown. */
export const clockOffset = () => clock.offset();

export const deviceMoment = () => clock.now();

/** In milliseconds; null if unknown. */
export const serverTimePassed = () => clock.passed();
