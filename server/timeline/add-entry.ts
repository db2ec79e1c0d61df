import type { UnitOfWork } from '../context/unit-of-work.ts';
import { insertActivity, type NewActivity } from '../shipments/store/activities.ts';

type Entry = Omit<NewActivity, 'createdBy' | 'idempotencyKey' | 'inputHash'>;

export function addEntry({ tx, actor, idempotencyKey, inputHash }: UnitOfWork, entry: Entry): Promise<string | null> {
  return insertActivity(tx, { ...entry, createdBy: actor?.id ?? null, idempotencyKey, inputHash });
}
