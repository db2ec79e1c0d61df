import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { Activity, ActivityKind } from '../../../src/domain/activity.ts';
import { pick } from '../../../src/domain/pick.ts';
import type { ShipmentStatus } from '../../../src/domain/shipment-status.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import type { Locked } from '../../base/database/locked.ts';
import { activities } from '../../base/database/tables/activities.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { anyOf, inBatches } from '../../base/sql/lists.ts';
import type { ShipmentRow } from './shipments.ts';

export interface NewActivity {
  shipmentId: string;
  status: ShipmentStatus;
  kind: ActivityKind;
  comment: string;
  address: string;
  occurredAt: Date;
  earliestAt?: Date | null;
  createdBy: string | null;
  parcel?: number | null;
  idempotencyKey?: string | null;
  inputHash?: Buffer | null;
}

interface ActivityOfKey extends Pick<NewActivity, 'shipmentId' | 'kind' | 'occurredAt' | 'inputHash'> {
  trackingId: string;
}

export async function insertActivities(tx: Transaction, entries: readonly NewActivity[]): Promise<void> {
  for (const some of inBatches(entries)) await tx.insert(activities).values(some);
}

export async function findActivityOfKey(
  executor: Executor,
  { createdBy, idempotencyKey }: { createdBy: string; idempotencyKey: string },
): Promise<ActivityOfKey | null> {
  const [row] = await executor
    .select({
      ...pick(activities, 'kind', 'occurredAt', 'inputHash'),
      shipmentId: shipments.id,
      trackingId: shipments.trackingId,
    })
    .from(activities)
    .innerJoin(shipments, eq(shipments.id, activities.shipmentId))
    .where(and(eq(activities.createdBy, createdBy), eq(activities.idempotencyKey, idempotencyKey)));
  return row ?? null;
}

/** Finds what a shipment's history ends with, of any kind or one. */
export async function findLastEntry(executor: Executor, shipmentId: string, only?: ActivityKind) {
  const { kind, address, comment, parcel, occurredAt, createdAt } = activities;
  const [row] = await executor
    .select({ kind, parcel, occurredAt, createdAt, place: sql<string>`coalesce(nullif(${address}, ''), ${comment})` })
    .from(activities)
    .where(and(eq(activities.shipmentId, shipmentId), only && eq(kind, only)))
    .orderBy(desc(activities.occurredAt), desc(activities.createdAt), desc(activities.id))
    .limit(1);
  return row ?? null;
}

export interface StatusChange {
  shipmentId: string;
  status: ShipmentStatus;
  occurredAt: Date;
}

/** The changes of status of these shipments, oldest first. */
export async function listStatusChanges(
  tx: Transaction,
  rows: readonly Locked<ShipmentRow>[],
): Promise<StatusChange[]> {
  if (rows.length === 0) return [];
  const shipmentIds = rows.map(({ id }) => id);
  return tx
    .select({ shipmentId: activities.shipmentId, status: activities.status, occurredAt: activities.occurredAt })
    .from(activities)
    .where(and(anyOf(activities.shipmentId, shipmentIds), eq(activities.kind, 'status')))
    .orderBy(asc(activities.occurredAt), asc(activities.createdAt), asc(activities.id));
}

export async function listActivity(executor: Executor, shipmentId: string): Promise<Activity[]> {
  const rows = await executor
    .select({
      ...pick(activities, 'id', 'status', 'kind', 'comment', 'address', 'occurredAt', 'earliestAt', 'createdAt'),
    })
    .from(activities)
    .where(eq(activities.shipmentId, shipmentId))
    .orderBy(asc(activities.occurredAt), asc(activities.createdAt), asc(activities.id));
  return rows.map(({ earliestAt, ...row }) => ({
    ...row,
    ...(earliestAt && { earliestAt: earliestAt.toISOString() }),
    occurredAt: row.occurredAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
  }));
}
