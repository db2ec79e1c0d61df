import type { Inputs, Outputs } from '../domain/calls/calls.ts';
import { type Group, type NameIn, sendOnce } from './calls/idempotency.ts';
import { type ChangeOptions, useChange } from './use-change.ts';

/** Calls a procedure, once for each input. */
export const useSend = <G extends Group, Name extends NameIn<G>>(
  procedure: `${G}.${Name}`,
  options?: ChangeOptions<Outputs[G][Name], Inputs[G][Name]>,
) => useChange({ ...options, mutationFn: sendOnce(procedure) });
