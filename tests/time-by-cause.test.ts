/**
 * Devices change their clocks, restart, sleep and go offline, and the server dates their entries: in their order, and
 * each between the device's last server response before it and its receipt.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clampToNow, type EntryTime } from '../server/timeline/clamp-to-now.ts';
import { createServerClock } from '../src/api/calls/server-clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Date.parse('2026-11-20T08:00:00.000Z');

/** A device: what it believes, and what is true of it. */
function device() {
  const kept = new Map<string, string>();
  let [now, skew, opened, slept] = [START, 0, START, 0];
  const open = () => {
    [opened, slept] = [now, 0];
    return createServerClock({
      wall: () => now + skew,
      elapsed: () => now - opened - slept,
      storage: { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) },
    });
  };
  let clock = open();
  let heard = Number.NEGATIVE_INFINITY;
  const rows: { at: number; heard: number; occurredAt: string; notBefore: string | undefined }[] = [];
  return {
    rows,
    wait: (time: number) => {
      now += time;
    },
    /** Time passes, and the page's own clock does not see it. */
    sleep: (time: number) => {
      now += time;
      slept += time;
    },
    changeClock: (by: number) => {
      skew += by;
    },
    setClock: (to: number) => {
      skew = to - now;
    },
    restart: () => {
      clock.now(); // as the page is left
      clock = open();
    },
    crash: () => {
      clock = open();
    },
    hear: () => {
      heard = now;
      clock.note(Math.floor(now / 1000) * 1000);
    },
    act: () => {
      const { clock: said, notBefore } = clock.now();
      rows.push({
        at: now,
        heard,
        occurredAt: new Date(said).toISOString(),
        notBefore: notBefore === null ? undefined : new Date(notBefore).toISOString(),
      });
    },
    /** The server gets all of them, each behind the one in front. */
    send: () => {
      let front: Date | null = null;
      return rows.splice(0).map((row) => {
        const placed: EntryTime = clampToNow(row, front, new Date(now));
        front = placed.occurredAt;
        return { ...row, ...placed, receipt: now };
      });
    },
  };
}

type Device = ReturnType<typeof device>;

/** An entry in the middle of an offline day, after various clock changes. */
function told(happens: (device: Device) => void) {
  const tablet = device();
  tablet.hear();
  tablet.wait(HOUR);
  tablet.act();
  happens(tablet);
  tablet.act();
  tablet.wait(HOUR);
  tablet.hear();
  const [first, second] = tablet.send();
  if (!first || !second) throw new Error('Nothing was received');
  return { first, second, error: second.occurredAt.getTime() - second.at };
}

describe('an entry by a clock that changes offline', () => {
  it.each([
    ['three hours back', -3 * HOUR],
    ['eight days back', -8 * DAY],
    ['to 2015', Date.parse('2015-01-01T00:00:00Z') - START],
    ['to 1970', -START],
  ])('%s, with the page open: is exact', (_, by) => {
    const { error, second } = told((tablet) => {
      tablet.wait(HOUR);
      tablet.changeClock(by);
      tablet.wait(HOUR);
    });
    expect(Math.abs(error)).toBeLessThan(2_000);
    expect(second.earliestAt).toBeNull();
  });

  it.each([
    ['to 2015', (tablet: Device) => tablet.setClock(Date.parse('2015-01-01T00:00:00Z'))],
    ['to 1970', (tablet: Device) => tablet.setClock(0)],
    ['eight days ahead', (tablet: Device) => tablet.changeClock(8 * DAY)],
    ['three hours back', (tablet: Device) => tablet.changeClock(-3 * HOUR)],
    ['three hours ahead', (tablet: Device) => tablet.changeClock(3 * HOUR)],
  ])('%s, with the page closed: is marked, from the last certain time to its receipt', (_, change) => {
    const { first, second } = told((tablet) => {
      tablet.restart();
      change(tablet);
      tablet.crash();
      tablet.wait(10 * MINUTE);
    });
    expect(second.earliestAt).not.toBeNull();
    expect(second.earliestAt?.getTime()).toBeGreaterThanOrEqual(first.at - 1_000);
    expect(second.occurredAt.getTime()).toBeLessThanOrEqual(second.at);
    expect(first.earliestAt).toBeNull();
  });

  it('that is right: is exact, even after sleep and restarts', () => {
    const { error, second } = told((tablet) => {
      tablet.sleep(HOUR);
      tablet.crash();
      tablet.wait(HOUR);
    });
    expect(Math.abs(error)).toBeLessThan(2_000);
    expect(second.earliestAt).toBeNull();
  });

  it('that was always three hours off: is exact', () => {
    const tablet = device();
    tablet.changeClock(3 * HOUR);
    tablet.hear();
    tablet.wait(HOUR);
    tablet.restart();
    tablet.wait(HOUR);
    tablet.act();
    tablet.wait(MINUTE);
    const [entry] = tablet.send();
    expect(Math.abs((entry?.occurredAt.getTime() ?? 0) - (entry?.at ?? 0))).toBeLessThan(2_000);
    expect(entry?.earliestAt).toBeNull();
  });
});

describe('with any clock changes', () => {
  const span = fc.integer({ min: 1, max: 5 * HOUR });
  const event = fc.oneof(
    { weight: 4, arbitrary: fc.constant({ is: 'act' as const, by: 0 }) },
    { weight: 3, arbitrary: fc.record({ is: fc.constant('wait' as const), by: span }) },
    { weight: 1, arbitrary: fc.record({ is: fc.constant('sleep' as const), by: span }) },
    {
      weight: 2,
      arbitrary: fc.record({
        is: fc.constant('changeClock' as const),
        by: fc.constantFrom(-3 * HOUR, 3 * HOUR, -8 * DAY, 8 * DAY, -30_000, 30_000),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ is: fc.constant('setClock' as const), by: fc.constantFrom(0, 1_420_070_400_000) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ is: fc.constantFrom('restart' as const, 'crash' as const), by: fc.constant(0) }),
    },
    { weight: 1, arbitrary: fc.record({ is: fc.constantFrom('hear' as const), by: fc.constant(0) }) },
  );

  it('entries keep their order, and each is within its true limits', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        const tablet = device();
        tablet.hear();
        for (const { is, by } of events) tablet[is](by);
        tablet.wait(MINUTE);
        const entries = tablet.send();
        for (const [place, { occurredAt, earliestAt, at, heard, receipt }] of entries.entries()) {
          // The server tells whole seconds.
          expect(occurredAt.getTime()).toBeGreaterThanOrEqual(heard - 1_000);
          expect(occurredAt.getTime()).toBeLessThanOrEqual(receipt);
          expect(occurredAt.getTime()).toBeGreaterThanOrEqual(entries[place - 1]?.occurredAt.getTime() ?? 0);
          if (earliestAt === null) continue;
          expect(earliestAt).toEqual(occurredAt);
          expect(at).toBeLessThanOrEqual(receipt);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the server', () => {
  const NOW = new Date('2026-11-20T12:00:00.000Z');
  const at = (time: string) => `2026-11-20T${time}.000Z`;

  it('believes a caller that sends only a time, but never one in the future', () => {
    expect(clampToNow({}, null, NOW)).toEqual({ occurredAt: NOW, earliestAt: null });
    expect(clampToNow({ occurredAt: '2020-01-01T00:00:00Z' }, null, NOW).occurredAt.toISOString()).toMatch(/^2020/);
    expect(clampToNow({ occurredAt: '2150-01-01T00:00:00Z' }, null, NOW)).toEqual({
      occurredAt: NOW,
      earliestAt: null,
    });
  });

  it.each([
    ['inside its bracket', at('11:00:00'), at('11:00:00'), null],
    ['a little before it', at('09:59:30'), at('10:00:00'), null],
    ['a little after it', at('12:00:30'), at('12:00:00'), null],
    ['before it', at('09:00:00'), at('10:00:00'), at('10:00:00')],
    ['after it', at('13:00:00'), at('10:00:00'), at('10:00:00')],
  ])('places a clock %s correctly', (_, occurredAt, expected, earliest) => {
    const placed = clampToNow({ occurredAt, notBefore: at('10:00:00') }, null, NOW);
    expect([placed.occurredAt.toISOString(), placed.earliestAt?.toISOString() ?? null]).toEqual([expected, earliest]);
  });

  it('is not fooled by a device that knows the future', () => {
    const placed = clampToNow({ occurredAt: at('11:00:00'), notBefore: '2150-01-01T00:00:00Z' }, null, NOW);
    expect(placed).toEqual({ occurredAt: NOW, earliestAt: null });
  });
});
