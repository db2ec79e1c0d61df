import { createSignal } from './create-signal.ts';
import { withResolvers } from './with-resolvers.ts';

export const TIMEOUT_MS = 3_000;

export function withTimeout<Value>(asked: Promise<Value>, otherwise: Value, ms = TIMEOUT_MS): Promise<Value> {
  const { promise: over, resolve } = withResolvers<Value>();
  const timer = setTimeout(resolve, ms, otherwise);
  return Promise.race([asked, over]).finally(() => clearTimeout(timer));
}

export const LATE_MS = 1_000;

const late = new Set<Promise<unknown>>();
const changed = createSignal();

/** Counts a read of this device's storage as late until it ends: late is not empty (decision 0008). */
export function followRead<Value>(reading: Promise<Value>): Promise<Value> {
  const timer = setTimeout(() => {
    late.add(reading);
    changed.notify();
  }, LATE_MS);
  return reading.finally(() => {
    clearTimeout(timer);
    if (late.delete(reading)) changed.notify();
  });
}

const isStorageLate = () => late.size > 0;

/** What was read, or `otherwise` if that is late: at once while anything else is. */
export const inTime = <Value>(reading: Promise<Value>, otherwise: Value): Promise<Value> =>
  withTimeout(reading, otherwise, isStorageLate() ? 0 : LATE_MS);

export const onStorageLate = (listener: () => void): (() => void) =>
  changed.subscribe(() => isStorageLate() && listener());

export const useStorageLate = (): boolean => changed.use(isStorageLate, false);
