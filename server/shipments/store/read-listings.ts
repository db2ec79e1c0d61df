import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { pick } from '../../../src/domain/pick.ts';
import { OPEN_TASK_STATUSES } from '../../../src/domain/runs/task-status.ts';
import type { Executor } from '../../base/database/client.ts';
import { activities } from '../../base/database/tables/activities.ts';
import { runs, runTasks } from '../../base/database/tables/runs.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { type Walk, walkOrder } from '../../base/sql/list-walk.ts';
import { anyOf } from '../../base/sql/lists.ts';
import type { ShipmentFilter } from './shipment-filter.ts';
import { keysOf } from './shipment-keys.ts';
import { isAnnounced } from './shipment-work.ts';
import type { ShipmentRow } from './shipments.ts';

/** What a row of a list says of its shipment. */
export const summaryColumns = {
  ...pick(shipments, 'id', 'trackingId', 'reference', 'description', 'status', 'createdAt'),
};
export type SummaryRow = Pick<ShipmentRow, keyof typeof summaryColumns> & Nullable<LatestActivity>;
type LatestActivity = Pick<typeof activities.$inferSelect, 'comment' | 'address' | 'occurredAt'>;
type Nullable<Row> = { [Key in keyof Row]: Row[Key] | null };

export interface ShipmentListing
  extends SummaryRow,
    Pick<
      ShipmentRow,
      'senderName' | 'receiverName' | 'shipTo' | 'timeWindow' | 'codCents' | 'work' | 'statusVersion' | 'printedAt'
    > {
  /** The open one that it is in. */
  run: Pick<typeof runs.$inferSelect, 'id' | 'name' | 'day'> | null;
  /** Null while it has its first status. */
  changedAt: Date | null;
  announced: boolean;
}

/** If there is a search or days, `total` is at most 1,001. */
export interface ListedShipments {
  listings: ShipmentListing[];
  total: number;
}

export function readWalk(executor: Executor, filter: ShipmentFilter, walk: Walk): Promise<ShipmentListing[]> {
  const keys = keysOf(filter, { walk });
  const ids = sql`(select id from (${keys}) as listed ${walkOrder(walk)} limit ${walk.take} offset ${walk.skip})`;
  return readListings(executor, sql`${shipments.id} in ${ids}`);
}

/** Reads only these shipments, so that late pages stay fast. */
export async function readListings(executor: Executor, condition: SQL): Promise<ShipmentListing[]> {
  const latest = executor
    .select({ comment: activities.comment, address: activities.address, occurredAt: activities.occurredAt })
    .from(activities)
    .where(eq(activities.shipmentId, shipments.id))
    .orderBy(desc(activities.occurredAt), desc(activities.createdAt), desc(activities.id))
    .limit(1)
    .as('latest');
  const statusChange = executor
    .select({ changedAt: activities.occurredAt })
    .from(activities)
    .where(
      and(
        eq(activities.shipmentId, shipments.id),
        eq(activities.kind, 'status'),
        eq(activities.status, shipments.status),
      ),
    )
    .orderBy(desc(activities.occurredAt))
    .limit(1)
    .as('status_change');
  return executor
    .select({
      ...summaryColumns,
      ...pick(shipments, 'timeWindow', 'codCents', 'senderName', 'receiverName', 'shipTo'),
      run: { id: runs.id, name: runs.name, day: runs.day },
      work: shipments.work,
      announced: isAnnounced,
      statusVersion: shipments.statusVersion,
      printedAt: shipments.printedAt,
      changedAt: statusChange.changedAt,
      ...pick(latest, 'comment', 'address', 'occurredAt'),
    })
    .from(shipments)
    .leftJoinLateral(latest, sql`true`)
    .leftJoinLateral(statusChange, sql`true`)
    .leftJoin(runTasks, and(eq(runTasks.shipmentId, shipments.id), anyOf(runTasks.status, OPEN_TASK_STATUSES)))
    .leftJoin(runs, eq(runs.id, runTasks.runId))
    .where(condition)
    .orderBy(desc(shipments.createdAt), desc(shipments.id));
}
