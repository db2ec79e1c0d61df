import { setTimeout as sleep } from 'node:timers/promises';
import { and, sql } from 'drizzle-orm';
import type { Point } from '../../src/domain/places/places.ts';
import { isOpenRun } from '../../src/domain/runs/run-status.ts';
import type { Executor } from '../base/database/client.ts';
import { places } from '../base/database/tables/places.ts';
import { anyOf, noneOf } from '../base/sql/lists.ts';
import type { Services } from '../context/context.ts';
import type { JobTurn } from '../jobs/run-jobs.ts';
import { listStops } from '../runs/store/run-tasks.ts';
import { findRun } from '../runs/store/runs.ts';
import { askGeocoder } from './ask-geocoder.ts';
import { hex, type PlaceKeys, placeKeysOf } from './store/places.ts';

const PAUSE_MS = 1_000;
const ASK_AGAIN_DAYS = 30;

async function filterUnasked<Door extends PlaceKeys>(
  executor: Executor,
  doors: readonly Door[],
  days: number,
): Promise<Door[]> {
  const keys = doors.map(({ key }) => key);
  const isFresh = sql`not (${places.source} = 'unknown' and ${places.updatedAt} < now() - ${days} * interval '1 day')`;
  const rows = await executor
    .select({ key: places.key })
    .from(places)
    .where(and(anyOf(places.key, keys), isFresh));
  const known = new Set(rows.map(({ key }) => hex(key)));
  return doors.filter(({ key }) => !known.has(hex(key)));
}

async function saveGeocoded(
  executor: Executor,
  keys: PlaceKeys,
  found: (Point & { radius: number }) | null,
): Promise<void> {
  const said = found
    ? { ...found, source: 'geocoder' as const }
    : { lat: null, lng: null, radius: 0, source: 'unknown' as const };
  const values = { ...said, updatedAt: new Date() };
  await executor
    .insert(places)
    .values({ ...keys, ...values })
    .onConflictDoUpdate({ target: places.key, set: values, setWhere: noneOf(places.source, ['courier', 'given']) });
}

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
