import type { Transaction } from '../base/database/client.ts';
import { activities } from '../base/database/tables/activities.ts';
import type { UnitOfWork } from '../context/unit-of-work.ts';
import type { NewActivity } from '../shipments/store/activities.ts';

type Entry = Omit<NewActivity, 'createdBy' | 'idempotencyKey' | 'inputHash'>;

async function insertActivity(tx: Transaction, activity: NewActivity): Promise<string | null> {
  const [row] = await tx
    .insert(activities)
    .values(activity)
    .onConflictDoNothing({ target: [activities.createdBy, activities.idempotencyKey] })
    .returning({ id: activities.id });
  return row?.id ?? null;
}

export function addEntry({ tx, actor, idempotencyKey, inputHash }: UnitOfWork, entry: Entry): Promise<string | null> {
  return insertActivity(tx, { ...entry, createdBy: actor?.id ?? null, idempotencyKey, inputHash });
}
