import { parcelNumbersIn } from '../../src/domain/runs/count-parcels.ts';
import { MAX_OPEN_EXCEPTIONS } from '../../src/domain/runs/manage.ts';
import type { OpenException, RunException } from '../../src/domain/runs/views.ts';
import { fullName } from '../../src/domain/user.ts';
import type { Executor } from '../base/database/client.ts';
import { type ExceptionRow, listOpenExceptions } from './store/run-exceptions.ts';

/** Lists the newest open exceptions, of a shipment, all, or what was collected by surprise. */
export async function listExceptions(
  executor: Executor,
  { shipmentId }: { shipmentId: string },
): Promise<OpenException[]> {
  const areSurprises = shipmentId === 'surprises';
  const of = areSurprises ? { areSurprises } : shipmentId === 'all' ? {} : { shipmentId };
  const rows = await listOpenExceptions(executor, { ...of, limit: MAX_OPEN_EXCEPTIONS });
  return rows.map(toOpenException);
}

export const toOpenException = (row: ExceptionRow): OpenException => ({
  ...describeException(row),
  run: { id: row.runId ?? '', name: row.runName ?? '', day: row.day ?? '' },
});

export function describeException(row: ExceptionRow): RunException {
  const { id, kind, taskId, shipmentId, trackingId, isDeleted, stop, createdAt, resolvedAt, resolver, note } = row;
  const parcels = parcelsIn(row);
  const at = createdAt.toISOString();
  const about = {
    id,
    kind,
    taskId,
    shipmentId,
    trackingId,
    isDeleted,
    stop,
    ...(parcels && { parcels }),
    createdAt: at,
  };
  if (!resolvedAt) return about;
  return { ...about, resolved: { at: resolvedAt.toISOString(), by: resolver && fullName(resolver), note } };
}

/** Which parcels of a shipment of several are not where they belong. */
function parcelsIn({ kind, parcels, loadedParcels, returnedParcels }: ExceptionRow): RunException['parcels'] {
  const of = parcels ?? 1;
  if (of === 1 || (kind !== 'missing-parcel' && kind !== 'parcels-apart')) return undefined;
  const gone = kind === 'parcels-apart' ? (loadedParcels ?? 0) : 2 ** of - 1;
  const numbers = parcelNumbersIn(gone & ~(returnedParcels ?? 0));
  return numbers.length === 0 ? undefined : { numbers, of };
}
