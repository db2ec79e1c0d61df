import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ChangeRun } from '../../../src/domain/runs/manage.ts';
import { searchOrder } from '../../../src/domain/runs/order-stops.ts';
import { isOpenRun } from '../../../src/domain/runs/run-status.ts';
import { reorderSome, toOrder } from '../../../src/domain/runs/stops-to-order.ts';
import type { SuggestedOrder } from '../../../src/domain/runs/views.ts';
import type { Services } from '../../context/context.ts';
import { UserError } from '../../errors/errors.ts';
import { getManagedRun } from './get-managed-runs.ts';

/** Other requests wait no longer. */
const SLICE_MS = 5;

/**
 * Suggests an order for a run's stops that nobody has visited; all others keep their numbers.
 * @throws NOT_FOUND, CONFLICT, PRECONDITION_FAILED
 */
export async function suggestOrder(
  services: Pick<Services, 'db' | 'secrets' | 'postcodes' | 'environment'>,
  { id, version }: ChangeRun,
): Promise<SuggestedOrder> {
  const run = await getManagedRun(services, { id });
  if (run.version !== version) throw new UserError('CONFLICT', 'Someone else changed this run. Please check it again.');
  if (!isOpenRun(run.status)) {
    throw new UserError('PRECONDITION_FAILED', `This run is ${run.status} and can no longer be changed.`);
  }
  const { stops, options } = toOrder(run);
  const { ids, ...found } = await inSlices(searchOrder(stops, options));
  return { stopIds: reorderSome(run.stops, ids), ...found };
}

/** Runs a search that pauses, a little at a time. */
export async function inSlices<Found>(search: Generator<undefined, Found>): Promise<Found> {
  for (let began = performance.now(); ; ) {
    const { done, value } = search.next();
    if (done) return value;
    if (performance.now() - began < SLICE_MS) continue;
    await nextTurn();
    began = performance.now();
  }
}
