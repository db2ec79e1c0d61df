import { parseAddress } from '../../../src/domain/places/parse-address.ts';
import { MAX_SORTED } from '../../../src/domain/runs/manage.ts';
import { listRunsToFill } from '../../../src/domain/runs/runs-to-fill.ts';
import { isOpenTask } from '../../../src/domain/runs/task-status.ts';
import type { SortMap } from '../../../src/domain/runs/views.ts';
import type { Executor } from '../../base/database/client.ts';
import { listRuns } from '../get-managed-runs.ts';
import { listParcelsToSort, listStopNumbers } from '../store/run-views.ts';

export async function getSortMap(executor: Executor, input: { day: string }, timeZone: string): Promise<SortMap> {
  const { day, runs } = await listRuns(executor, input, timeZone);
  // Today’s first, as far as there is room.
  const open = listRunsToFill({ day, runs });
  const rows = await listParcelsToSort(
    executor,
    open.map(({ id }) => id),
  );
  const numbers = await listStopNumbers(
    executor,
    open.map(({ id }) => id),
  );
  const parcels = rows
    .filter(({ status }) => isOpenTask(status))
    .map(({ stopId, status: _, address, ...parcel }) => ({
      ...parcel,
      stop: numbers.get(stopId) ?? 0,
      zone: parseAddress(address).area,
    }));
  return {
    day,
    total: parcels.length,
    runs: open.map(({ id, name, day: ofDay, courier }) => ({ id, name, courier: courier.name, day: ofDay })),
    parcels: parcels.slice(0, MAX_SORTED),
  };
}
