import { keyConflict, type UnitOfWork } from '../../context/unit-of-work.ts';
import { findActivityOfKey, insertActivity, type NewActivity } from '../../stores/shipments/activities.ts';

type Entry = Omit<NewActivity, 'createdBy' | 'idempotencyKey' | 'inputHash'>;

/**
 * Adds an activity entry; false if the call's key already did.
 * @throws CONFLICT if that was a different entry.
 */
export async function addEntry(unit: UnitOfWork, entry: Entry): Promise<boolean> {
  const { tx, actor, idempotencyKey, inputHash } = unit;
  const createdBy = actor?.id ?? null;
  if (await insertActivity(tx, { ...entry, createdBy, idempotencyKey, inputHash })) return true;
  const earlier = createdBy && idempotencyKey ? await findActivityOfKey(tx, { createdBy, idempotencyKey }) : null;
  // Old entries without a hash are compared by what was entered.
  const entered = entry.kind === 'status' ? (['status'] as const) : (['comment', 'address'] as const);
  const isSame = (['shipmentId', 'kind', ...entered] as const).every((field) => earlier?.[field] === entry[field]);
  if (!earlier?.inputHash && !isSame) throw keyConflict();
  return false;
}
