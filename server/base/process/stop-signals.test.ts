import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onStopSignals } from './stop-signals.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

function asked() {
  const source = new EventEmitter();
  const heard: string[] = [];
  onStopSignals(
    (signal) => heard.push(signal),
    () => heard.push('hurry'),
    source,
  );
  return { source, heard };
}

test('signals of one instant are one request, whatever their names', () => {
  const { source, heard } = asked();
  for (const signal of ['SIGTERM', 'SIGTERM', 'SIGINT', 'SIGHUP']) source.emit(signal);
  vi.advanceTimersByTime(1_500);
  source.emit('SIGTERM');
  expect(heard).toEqual(['SIGTERM']);
});

test('a later one is impatience, unless it is a terminal that closes', () => {
  const { source, heard } = asked();
  source.emit('SIGINT');
  vi.advanceTimersByTime(2_500);
  source.emit('SIGHUP');
  expect(heard).toEqual(['SIGINT']);
  source.emit('SIGINT');
  expect(heard).toEqual(['SIGINT', 'hurry']);
});
