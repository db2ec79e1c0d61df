import { createSignal } from '../../browser/create-signal.ts';
import { AS_OF_HEADER } from '../../domain/answer-age.ts';

/** Milliseconds since 1970: how old a person's answers are while a replica stands in for the primary. */
let asOf: number | null = null;
const changed = createSignal();

export const copyAge = (): number | null => asOf;
export const useCopyAge = (): number | null => changed.use(copyAge, null);

/** Calls back once the primary answers again. */
export const onPrimaryBack = (then: () => void): (() => void) => changed.subscribe(() => asOf === null && then());

export function noteCopyAge({ headers }: Response): void {
  const said = headers.get(AS_OF_HEADER);
  const before = asOf;
  asOf = said === null ? null : Date.parse(said);
  if (asOf !== before) changed.notify();
}
