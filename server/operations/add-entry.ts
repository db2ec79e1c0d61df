import { findActivityOfKey, insertActivity, type NewActivity } from '../stores/activities.ts';
import { keyOfAnotherAction, type UnitOfWork } from '../unit-of-work.ts';

type Entry = Omit<NewActivity, 'createdBy' | 'idempotencyKey' | 'inputHash'>;

/**
 * Adds an entry of activity under the key of the call. False where it is there already: this was done before, whatever has
 * happened since. Throws CONFLICT where the entry of the key is another one.
 */
export async function addEntry(unit: UnitOfWork, entry: Entry): Promise<boolean> {
  const { tx, actor, idempotencyKey, inputHash } = unit;
  const createdBy = actor?.id ?? null;
  if (await insertActivity(tx, { ...entry, createdBy, idempotencyKey, inputHash })) return true;
  const earlier = createdBy && idempotencyKey ? await findActivityOfKey(tx, { createdBy, idempotencyKey }) : null;
  // One with a hash has been compared before; what is older says itself what it is.
  const isSame = (['shipmentId', 'comment', 'address'] as const).every((field) => earlier?.[field] === entry[field]);
  if (!isSame) throw keyOfAnotherAction();
  return false;
}
