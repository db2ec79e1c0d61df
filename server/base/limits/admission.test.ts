import { TRPCError } from '@trpc/server';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Admission, BUDGETS, createAdmission, type Lane } from './admission.ts';
import { Busy, MAX_WAIT_MS, PATIENCE_SPREAD, type Place } from './lane-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A call that says what became of it. */
function ask(admission: Admission, lane: Lane, address: string, token: string | null = null) {
  const call = { outcome: 'waits', isOver: false, leave: () => {} };
  admission.enter(lane, { address, token }).then(
    (place) => {
      call.outcome = 'runs';
      call.leave = () => {
        call.isOver = true;
        place.leave();
      };
    },
    (error: Busy) => {
      call.outcome = error.reason;
    },
  );
  return call;
}
const many = (count: number, make: (index: number) => ReturnType<typeof ask>) =>
  Array.from({ length: count }, (_, index) => make(index));
const outcomes = async (calls: { outcome: string }[]) => {
  await vi.advanceTimersByTimeAsync(0);
  return calls.map(({ outcome }) => outcome);
};
const { person, network, total } = BUDGETS.writes.running;

describe('a lane', () => {
  it('limits each caller to a share, without delaying others', async () => {
    const admission = createAdmission();
    const greedy = many(100, () => ask(admission, 'writes', '192.0.2.1', 'greedy'));
    const others = many(total - person, (index) => ask(admission, 'writes', `192.0.2.${10 + index}`, `other-${index}`));
    expect((await outcomes(greedy)).filter((one) => one === 'runs')).toHaveLength(person);
    expect(await outcomes(others)).toEqual(Array(total - person).fill('runs'));
  });

  it('gives all people of one network one share; IPv6 counts by /64', async () => {
    const admission = createAdmission();
    const office = many(network + 1, (index) => ask(admission, 'writes', `2001:db8::${index}`, `person-${index}`));
    const other = ask(admission, 'writes', '2001:db8:0:1::1', 'elsewhere');
    expect(await outcomes(office)).toEqual([...Array(network).fill('runs'), 'waits']);
    expect(await outcomes([other])).toEqual(['runs']);
  });

  it('keeps calls in the order they came, and passes a place on once, however often it is released', async () => {
    const admission = createAdmission();
    const calls = many(person + 3, () => ask(admission, 'writes', '192.0.2.1', 'one'));
    await outcomes(calls);
    for (const _ of [1, 2]) calls[0]?.leave();
    expect(await outcomes(calls.slice(person))).toEqual(['runs', 'waits', 'waits']);
    calls[1]?.leave();
    expect(await outcomes(calls.slice(person))).toEqual(['runs', 'runs', 'waits']);
  });

  it('rejects calls that waited too long, and immediately if there is no room to wait', async () => {
    const admission = createAdmission();
    const { queueTimeoutMs, waiting } = BUDGETS.writes;
    const running = many(person, () => ask(admission, 'writes', '192.0.2.1', 'one'));
    const inLine = many(waiting.person, () => ask(admission, 'writes', '192.0.2.1', 'one'));
    const surplus = ask(admission, 'writes', '192.0.2.1', 'one');
    expect(await outcomes([surplus])).toEqual(['writes_full']);
    await vi.advanceTimersByTimeAsync(queueTimeoutMs * (1 + PATIENCE_SPREAD));
    expect(new Set(await outcomes(inLine))).toEqual(new Set(['writes_wait']));
    expect(new Set(await outcomes(running))).toEqual(new Set(['runs']));
    expect(admission.load()).toContainEqual({ lane: 'writes', running: person, waiting: 0 });
  });

  it('recognizes a person by any of their authenticated sessions', async () => {
    const admission = createAdmission();
    for (const token of ['phone', 'tablet']) admission.recognize(token, 'one');
    const calls = many(person + 1, (index) => ask(admission, 'writes', '192.0.2.1', index % 2 ? 'phone' : 'tablet'));
    expect(await outcomes(calls)).toEqual([...Array(person).fill('runs'), 'waits']);
    expect(await outcomes([ask(admission, 'writes', '192.0.2.1', 'of somebody else')])).toEqual(['runs']);
  });

  it('waits while places are passed on, but not behind a share that does not move', async () => {
    const admission = createAdmission();
    const { queueTimeoutMs } = BUDGETS.writes;
    const stuck = many(person + 1, () => ask(admission, 'writes', '192.0.2.1', 'stuck'));
    const calls = many(100, (index) => ask(admission, 'writes', `198.51.100.${index}`, `person-${index}`));
    for (let waited = 0; waited < MAX_WAIT_MS - queueTimeoutMs; waited += queueTimeoutMs / 2) {
      await vi.advanceTimersByTimeAsync(queueTimeoutMs / 2);
      calls.find(({ outcome, isOver }) => outcome === 'runs' && !isOver)?.leave();
    }
    expect(new Set(await outcomes(calls))).toEqual(new Set(['runs', 'waits']));
    expect((await outcomes(stuck)).at(-1)).toBe('writes_wait');
  });

  it("waits while the caller's own queue moves, but no longer than the maximum", async () => {
    const admission = createAdmission();
    const { queueTimeoutMs } = BUDGETS.writes;
    const calls = many(200, () => ask(admission, 'writes', '192.0.2.1', 'one'));
    const stuck = many(person + 1, () => ask(admission, 'writes', '192.0.2.1', 'two'));
    let waited = 0;
    for (; waited < MAX_WAIT_MS - queueTimeoutMs; waited += queueTimeoutMs / 2) {
      await vi.advanceTimersByTimeAsync(queueTimeoutMs / 2);
      calls.find(({ outcome, isOver }) => outcome === 'runs' && !isOver)?.leave();
    }
    expect((await outcomes(calls)).filter((one) => one === 'writes_wait')).toEqual([]);
    expect((await outcomes(stuck)).at(-1)).toBe('writes_wait');
    await vi.advanceTimersByTimeAsync(queueTimeoutMs * (2 + PATIENCE_SPREAD));
    expect(new Set(await outcomes(calls))).toEqual(new Set(['runs', 'writes_wait']));
  });

  it('is independent of the other lanes', async () => {
    const admission = createAdmission();
    many(100, (index) => ask(admission, 'writes', `192.0.2.${index}`, `person-${index}`));
    const elsewhere = (['lookUps', 'reads', 'passwords', 'files'] as const).map((lane) =>
      ask(admission, lane, '192.0.2.1', 'person-1'),
    );
    expect(new Set(await outcomes(elsewhere))).toEqual(new Set(['runs']));
  });

  it('briefly keeps the place of a call that used up a limit', async () => {
    const admission = createAdmission();
    const caller = { address: '192.0.2.1', token: 'one' };
    const place = await admission.enter('writes', caller);
    many(person - 1, () => ask(admission, 'writes', '192.0.2.1', 'one'));
    const next = ask(admission, 'writes', '192.0.2.1', 'one');
    admission.countError(new TRPCError({ code: 'TOO_MANY_REQUESTS' }), place);
    place.leave();
    expect(await outcomes([next])).toEqual(['waits']);
    await vi.advanceTimersByTimeAsync(BUDGETS.writes.restMs);
    expect(await outcomes([next])).toEqual(['runs']);
  });

  it('never runs more calls than it has places, and serves everyone under any load', async () => {
    const step = fc.record({ address: fc.nat(3), user: fc.nat(5), leaves: fc.nat(4) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 120 }), async (steps) => {
        const admission = createAdmission();
        const inside: { key: string; from: string; place: Place }[] = [];
        let entered = 0;
        const count = (test: (one: (typeof inside)[number]) => boolean) => inside.filter(test).length;
        const leaveFirst = () => inside.shift()?.place.leave();
        for (const { address, user, leaves } of steps) {
          const [key, from] = [`person-${user}`, `192.0.2.${address}`];
          void admission.enter('writes', { address: from, token: key }).then((place) => {
            entered += 1;
            inside.push({ key, from, place });
          });
          for (let left = 0; left < leaves; left += 1) leaveFirst();
          await vi.advanceTimersByTimeAsync(0);
          expect(inside.length).toBeLessThanOrEqual(total);
          for (const one of inside) {
            expect(count(({ key: other }) => other === one.key)).toBeLessThanOrEqual(person);
            expect(count(({ from: other }) => other === one.from)).toBeLessThanOrEqual(network);
          }
        }
        while (inside.length > 0) {
          leaveFirst();
          await vi.advanceTimersByTimeAsync(0);
        }
        expect(entered).toBe(steps.length);
        expect(admission.load()).toContainEqual({ lane: 'writes', running: 0, waiting: 0 });
      }),
    );
  });
});

describe('the metrics', () => {
  it('count each rejection by its reason', () => {
    const admission = createAdmission();
    const because = (cause: Error) => admission.countError(new TRPCError({ code: 'SERVICE_UNAVAILABLE', cause }));
    const ofDatabase = (code: string) =>
      new Error('Failed query', { cause: Object.assign(new Error('canceling statement'), { code }) });
    because(new Busy('writes_full'));
    because(ofDatabase('55P03'));
    because(ofDatabase('55P03'));
    because(ofDatabase('57014'));
    because(ofDatabase('53300'));
    because(ofDatabase('57P01'));
    because(new Error('timeout exceeded when trying to connect'));
    admission.countError(new TRPCError({ code: 'NOT_FOUND' }));
    expect(Object.fromEntries(admission.refused)).toEqual({
      writes_full: 1,
      lock_timeout: 2,
      statement_timeout: 1,
      too_many_connections: 1,
      other: 1,
      connection_wait: 1,
    });
  });
});
