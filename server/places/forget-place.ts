import { and, eq } from 'drizzle-orm';
import type { Transaction } from '../base/database/client.ts';
import { places } from '../base/database/tables/places.ts';
import { UserError } from '../base/errors/errors.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import { findStop } from '../runs/store/run-tasks.ts';
import { lockRuns, notifyRunReaders } from '../runs/store/runs.ts';
import { type PlaceKeys, placeKeysOf } from './store/places.ts';

async function deleteLearnedPlace(tx: Transaction, { key }: PlaceKeys): Promise<boolean> {
  const rows = await tx
    .delete(places)
    .where(and(eq(places.key, key), eq(places.source, 'courier')))
    .returning({ key: places.key });
  return rows.length > 0;
}

/** @throws NOT_FOUND */
export async function forgetPlace(unit: UnitOfWork, { id }: { id: string }): Promise<void> {
  const stop = await findStop(unit.tx, id);
  if (!stop) throw new UserError('NOT_FOUND', 'This stop no longer exists.');
  await lockRuns(unit.tx, [stop.runId]);
  if (!(await deleteLearnedPlace(unit.tx, placeKeysOf(unit.services.secrets, stop.address)))) return;
  await unit.audit({
    entity: 'run',
    entityId: stop.runId,
    before: { place: 'learned' },
    after: { place: 'forgotten' },
  });
  await notifyRunReaders(unit.tx, stop.runId);
}
