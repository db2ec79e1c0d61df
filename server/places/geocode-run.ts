import { setTimeout as sleep } from 'node:timers/promises';
import { isOpenRun } from '../../src/domain/runs/run-status.ts';
import type { Services } from '../context/context.ts';
import type { JobTurn } from '../jobs/run-jobs.ts';
import { listStops } from '../runs/store/run-tasks.ts';
import { findRun } from '../runs/store/runs.ts';
import { askGeocoder } from './ask-geocoder.ts';
import { filterUnasked, placeKeysOf, saveGeocoded } from './store/places.ts';

const PAUSE_MS = 1_000;
const ASK_AGAIN_DAYS = 30;

/**
 * Asks the geocoder for a run's unknown doors, one a second, until its turn is over.
 * @throws If the geocoder fails, or `signal` aborts; what it said before is stored.
 */
export async function geocodeRun(
  { db, environment, secrets, postcodes }: Pick<Services, 'db' | 'environment' | 'secrets' | 'postcodes'>,
  runId: string,
  { signal, turn }: { signal?: AbortSignal; turn?: JobTurn } = {},
): Promise<boolean> {
  const run = await findRun(db, runId);
  if (!environment.GEOCODER_URL || !run || !isOpenRun(run.status)) return true;
  const addresses = (await listStops(db, runId)).map(({ address }) => address);
  const doors = [...new Set(addresses)]
    .filter((address) => address !== '' && !postcodes?.findFor(address))
    .map((address) => ({ address, ...placeKeysOf(secrets, address) }));
  for (const { address, ...keys } of await filterUnasked(db, doors, ASK_AGAIN_DAYS)) {
    await saveGeocoded(db, keys, await askGeocoder(environment, address, { signal }));
    // Also before the next job.
    await sleep(PAUSE_MS, undefined, { signal });
    if (await turn?.isOver()) return false;
  }
  return true;
}
