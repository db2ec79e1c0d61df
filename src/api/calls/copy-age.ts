import { createSignal } from '../../browser/create-signal.ts';

/** How current the data from a replica is, in milliseconds since 1970; null while the primary is up. */
let asOf: number | null = null;
const changed = createSignal();

export const copyAge = (): number | null => asOf;
export const useCopyAge = (): number | null => changed.use(copyAge, null);

/** Calls `then` when the primary is back. */
export const onPrimaryBack = (then: () => void): (() => void) => changed.subscribe(() => asOf === null && then());

/** @param said the `AS_OF_HEADER` of an answer, or null */
export function noteCopyAge(said: string | null): void {
  const before = asOf;
  asOf = said === null ? null : Date.parse(said);
  if (asOf !== before) changed.notify();
}
