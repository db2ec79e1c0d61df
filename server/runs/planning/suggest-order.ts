import { reorderSome, toOrder } from '../../../src/domain/routing/stops-to-order.ts';
import type { ChangeRun } from '../../../src/domain/runs/manage.ts';
import { isOpenRun } from '../../../src/domain/runs/run-status.ts';
import type { SuggestedOrder } from '../../../src/domain/runs/views.ts';
import { UserError } from '../../base/errors/errors.ts';
import { findRoute } from '../../base/routes/find-route.ts';
import type { Services } from '../../context/context.ts';
import { getManagedRun } from '../get-managed-runs.ts';

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
  const { ids, ...found } = await findRoute('order', toOrder(run, services.environment.TIME_ZONE));
  return { stopIds: reorderSome(run.stops, ids), ...found };
}
