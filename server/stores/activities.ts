import { asc, eq } from 'drizzle-orm';
import type { Activity } from '../../src/domain/activity.ts';
import type { ShipmentStatus } from '../../src/domain/shipment-status.ts';
import type { Executor, Transaction } from '../database/client.ts';
import { activities } from '../database/schema.ts';

interface NewActivity {
  shipmentId: string;
  status: ShipmentStatus;
  comment: string;
  address: string;
  occurredAt: Date;
  createdBy: string | null;
  idempotencyKey: string | null;
}

/** Adds an entry. False where the person has written this key before: the entry is there already. */
export async function insertActivity(tx: Transaction, activity: NewActivity): Promise<boolean> {
  const rows = await tx
    .insert(activities)
    .values(activity)
    .onConflictDoNothing({ target: [activities.createdBy, activities.idempotencyKey] })
    .returning({ id: activities.id });
  return rows.length > 0;
}

/** Adds the first entries of many shipments. */
export async function insertActivities(tx: Transaction, entries: readonly NewActivity[]): Promise<void> {
  if (entries.length > 0) await tx.insert(activities).values([...entries]);
}

/** A shipment's entries in order of occurrence, then of arrival, then of id: the order of the timeline. */
export async function listActivity(executor: Executor, shipmentId: string): Promise<Activity[]> {
  const rows = await executor
    .select({
      id: activities.id,
      status: activities.status,
      comment: activities.comment,
      address: activities.address,
      occurredAt: activities.occurredAt,
      createdAt: activities.createdAt,
    })
    .from(activities)
    .where(eq(activities.shipmentId, shipmentId))
    .orderBy(asc(activities.occurredAt), asc(activities.createdAt), asc(activities.id));
  return rows.map((row) => ({
    ...row,
    occurredAt: row.occurredAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
  }));
}
