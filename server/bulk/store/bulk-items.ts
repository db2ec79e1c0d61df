import { and, asc, count, eq, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { BulkChange, BulkItem, BulkItemState, BulkPreview, BulkReason } from '../../../src/domain/bulk.ts';
import { OPEN_TASK_STATUSES } from '../../../src/domain/runs/task-status.ts';
import type { ShipmentStatus } from '../../../src/domain/shipment-status.ts';
import type { Executor, Transaction } from '../../base/database/client.ts';
import { type BulkUndo, bulkItems } from '../../base/database/tables/bulks.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { anyOf } from '../../base/sql/lists.ts';
import { isNotDeleted, type ShipmentRow } from '../../shipments/store/shipments.ts';

export type { BulkUndo };
export type BulkItemRow = typeof bulkItems.$inferSelect;

export interface BulkItemResult {
  shipmentId: string;
  state: Exclude<BulkItemState, 'waiting'>;
  reason: BulkReason | null;
  undo: BulkUndo | null;
}

export async function insertBulkItems(
  tx: Transaction,
  operationId: string,
  { ids, status }: { ids: readonly string[]; status: ShipmentStatus | null },
): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    insert into bulk_items (operation_id, shipment_id, status_version, status)
    select ${operationId}::uuid, id, status_version, ${status} from shipments
    where id = any (${sql.param([...ids])}::uuid[])`);
  return rowCount ?? 0;
}

export async function insertUndoItems(tx: Transaction, operationId: string, undoes: string): Promise<void> {
  await tx.execute(sql`
    insert into bulk_items (operation_id, shipment_id, status_version, status)
    select ${operationId}::uuid, shipment_id, coalesce((undo->>'statusVersion')::int, status_version), undo->>'status'
    from bulk_items where operation_id = ${undoes} and state = 'done'`);
}

export function listWaitingItems(tx: Transaction, operationId: string, limit: number): Promise<BulkItemRow[]> {
  return tx
    .select()
    .from(bulkItems)
    .where(and(eq(bulkItems.operationId, operationId), eq(bulkItems.state, 'waiting')))
    .orderBy(asc(bulkItems.shipmentId))
    .limit(limit);
}

export async function findUndos(
  tx: Transaction,
  operationId: string,
  shipmentIds: readonly string[],
): Promise<Map<string, BulkUndo>> {
  const rows = await tx
    .select({ shipmentId: bulkItems.shipmentId, undo: bulkItems.undo })
    .from(bulkItems)
    .where(and(eq(bulkItems.operationId, operationId), anyOf(bulkItems.shipmentId, shipmentIds)));
  return new Map(rows.flatMap(({ shipmentId, undo }) => (undo ? [[shipmentId, undo] as const] : [])));
}

export async function saveBulkItems(
  tx: Transaction,
  operationId: string,
  results: readonly BulkItemResult[],
): Promise<void> {
  const made = sql`jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
    as made ("shipmentId" uuid, state text, reason text, undo jsonb)`;
  await tx
    .update(bulkItems)
    .set({ state: sql`made.state`, reason: sql`made.reason`, undo: sql`made.undo` })
    .from(made)
    .where(and(eq(bulkItems.operationId, operationId), sql`${bulkItems.shipmentId} = made."shipmentId"`));
}

/** Has failed items wait again, and counts them. */
export async function resetFailedItems(tx: Transaction, operationId: string): Promise<number> {
  const rows = await tx
    .update(bulkItems)
    .set({ state: 'waiting', reason: null })
    .where(and(eq(bulkItems.operationId, operationId), eq(bulkItems.state, 'failed')))
    .returning({ id: bulkItems.shipmentId });
  return rows.length;
}

/** What people have not been notified of; from now on they have. */
export async function takeNewStatuses(tx: Transaction, operationId: string) {
  const changes = await listNewStatuses(tx, operationId, { isNotified: false });
  await tx.update(bulkItems).set({ isNotified: true }).where(isNew(operationId));
  return changes;
}

const isNew = (operationId: string) =>
  and(eq(bulkItems.operationId, operationId), eq(bulkItems.state, 'done'), isNotNull(bulkItems.status));

export async function listNewStatuses(
  executor: Executor,
  operationId: string,
  { receiver, isNotified }: { receiver?: string; isNotified?: boolean },
): Promise<{ shipment: ShipmentRow; status: ShipmentStatus }[]> {
  const rows = await executor
    .select({ shipment: shipments, status: bulkItems.status })
    .from(bulkItems)
    .innerJoin(shipments, eq(shipments.id, bulkItems.shipmentId))
    .where(
      and(
        isNew(operationId),
        isNotDeleted,
        isNotified === undefined ? undefined : eq(bulkItems.isNotified, isNotified),
        receiver === undefined
          ? undefined
          : or(eq(shipments.senderEmail, receiver), eq(shipments.receiverEmail, receiver)),
      ),
    )
    .orderBy(asc(shipments.id));
  return rows.flatMap(({ shipment, status }) => (status ? [{ shipment, status }] : []));
}

export async function listBulkItems(
  executor: Executor,
  operationId: string,
  { left, limit, offset }: { left: boolean; limit: number; offset: number },
): Promise<{ items: BulkItem[]; total: number }> {
  const condition = and(eq(bulkItems.operationId, operationId), left ? ne(bulkItems.state, 'done') : undefined);
  const { shipmentId, state, reason } = bulkItems;
  const { trackingId, description, receiverName } = shipments;
  const [items, [counted]] = await Promise.all([
    executor
      .select({ shipmentId, trackingId, description, receiverName, state, reason })
      .from(bulkItems)
      .innerJoin(shipments, eq(shipments.id, shipmentId))
      .where(condition)
      .orderBy(sql`${reason} is null`, asc(shipmentId))
      .limit(limit)
      .offset(offset),
    executor.select({ total: count() }).from(bulkItems).where(condition),
  ]);
  return { items, total: counted?.total ?? 0 };
}

export async function listBulkShipmentIds(
  executor: Executor,
  operationId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<string[]> {
  const rows = await executor
    .select({ id: bulkItems.shipmentId })
    .from(bulkItems)
    .where(eq(bulkItems.operationId, operationId))
    .orderBy(asc(bulkItems.shipmentId))
    .limit(limit)
    .offset(offset);
  return rows.map(({ id }) => id);
}

export async function previewBulk(
  executor: Executor,
  ids: readonly string[],
  change: BulkChange,
): Promise<BulkPreview> {
  const { rows } = await executor.execute<Record<keyof BulkPreview, number>>(sql`
    with chosen as (
      select sender_email, receiver_email, deleted_at is not null as is_deleted, ${isSameAs(change)} as is_same,
        exists (select from run_tasks where shipment_id = shipments.id
          and status = any (${sql.param([...OPEN_TASK_STATUSES])}::text[])) as is_in_run
      from shipments where id = any (${sql.param([...ids])}::uuid[])),
    changed as (select * from chosen where not is_deleted and not is_same)
    select (select count(*)::int from changed) as "toChange",
      (select count(*)::int from chosen where not is_deleted and is_same) as same,
      (select count(*)::int from changed where is_in_run) as "inRun",
      (select count(*)::int from chosen where is_deleted) as deleted,
      (select count(*) filter (where sender_email <> '')::int
        + count(*) filter (where receiver_email not in ('', sender_email))::int from changed) as emails,
      (select count(distinct email)::int from changed, unnest(array[sender_email, receiver_email]) as email
        where email <> '') as people`);
  return rows[0] ?? { toChange: 0, same: 0, inRun: 0, deleted: 0, emails: 0, people: 0 };
}

function isSameAs(change: BulkChange): SQL {
  if (change.kind === 'status') return sql`(status = ${change.status})`;
  if (change.kind !== 'proof') return sql`false`;
  return change.proof === null
    ? sql`(proof is null)`
    : sql`(proof is not distinct from ${JSON.stringify(change.proof)}::jsonb)`;
}
