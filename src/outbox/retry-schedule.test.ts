import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { problem } from '../../tests/support/fake-outbox.ts';
import { backoff, createRetrySchedule } from './retry-schedule.ts';

describe('the wait before a retry', () => {
  it('doubles up to a minute, give or take a quarter', () => {
    expect([1, 2, 3, 6, 7, 50].map((failures) => backoff(failures, 0.5))).toEqual([
      1000, 2000, 4000, 32_000, 60_000, 60_000,
    ]);
    expect([backoff(1, 0), backoff(1, 1)]).toEqual([750, 1250]);
  });
});

describe('the next try', () => {
  const failed = (code: string | null) => ({ done: 0, rest: 'later' as const, problem: problem(code) });

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function setUp() {
    const retry = vi.fn();
    return { retry, schedule: createRetrySchedule(retry) };
  }

  it('comes by itself after a failure, and not after a success', () => {
    const { retry, schedule } = setUp();
    schedule.end(failed('TOO_MANY_REQUESTS'));
    expect(schedule.isWaiting()).toBe(true);
    vi.advanceTimersByTime(1_250);
    expect(retry).toHaveBeenCalledOnce();
    expect(schedule.isWaiting()).toBe(false);
    schedule.end({ done: 1, rest: 'empty', problem: null });
    vi.runAllTimers();
    expect(retry).toHaveBeenCalledOnce();
  });

  it('comes by itself after the device’s storage has failed', () => {
    const { retry, schedule } = setUp();
    schedule.end(null);
    vi.advanceTimersByTime(1_250);
    expect(retry).toHaveBeenCalledOnce();
  });

  it('comes sooner if the unreachable server responds to another call, but only once', () => {
    const { retry, schedule } = setUp();
    for (let failures = 0; failures < 8; failures += 1) {
      schedule.start();
      schedule.end(failed(null));
    }
    schedule.bringForward();
    schedule.bringForward();
    vi.advanceTimersByTime(2_000);
    expect(retry).toHaveBeenCalledOnce();
  });

  it('keeps its time if the server was reachable', () => {
    const { retry, schedule } = setUp();
    for (let failures = 0; failures < 8; failures += 1) schedule.end(failed('TOO_MANY_REQUESTS'));
    schedule.bringForward();
    vi.advanceTimersByTime(40_000);
    expect(retry).not.toHaveBeenCalled();
  });

  it('starts from the beginning for the next person', () => {
    const { retry, schedule } = setUp();
    schedule.end(failed(null));
    schedule.reset();
    expect(schedule.isWaiting()).toBe(false);
    vi.runAllTimers();
    expect(retry).not.toHaveBeenCalled();
  });
});
