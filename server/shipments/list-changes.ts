import { and, desc, eq, gt, gte, isNull, or, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { PAGE_SIZE } from '../../src/domain/pagination.ts';
import { pick } from '../../src/domain/pick.ts';
import type { ShipmentChanges } from '../../src/domain/shipment.ts';
import type { Executor } from '../base/database/client.ts';
import { activities } from '../base/database/tables/activities.ts';
import { shipments } from '../base/database/tables/shipments.ts';
import { toSummary } from './list-shipments.ts';
import { summaryColumns } from './store/read-listings.ts';
import type { ChangedShipment } from './store/shipment-changes.ts';

/** A change has the time its transaction began, and shows once that ends. */
const MAX_TRANSACTION_MS = 30_000;
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

/** Ids use another clock than the database's. */
const CLOCK_SKEW_MS = 60_000;

/** Reads the database's clock, which dates every row. */
async function databaseTime(executor: Executor): Promise<Date> {
  const { rows } = await executor.execute<{ now: string }>(sql`select now() as now`);
  return new Date(rows[0]?.now ?? 0);
}

/** Lists a user's changed shipments, latest first; UUIDv7 ids begin with their time, for speed. */
async function listChangedShipments(executor: Executor, ownerId: string, since: Date): Promise<ChangedShipment[]> {
  const oldestKey = uuidv7({ msecs: Math.max(0, since.getTime() - CLOCK_SKEW_MS), random: new Uint8Array(16) });
  const news = executor
    .selectDistinctOn([activities.shipmentId], {
      ...summaryColumns,
      ...pick(activities, 'comment', 'address', 'occurredAt'),
      heardAt: sql<Date>`${activities.createdAt}`.as('heard_at'),
    })
    .from(activities)
    .innerJoin(shipments, eq(shipments.id, activities.shipmentId))
    .where(
      and(
        isNull(shipments.deletedAt),
        or(eq(shipments.senderId, ownerId), eq(shipments.receiverId, ownerId)),
        gt(activities.createdAt, since),
        gte(activities.id, oldestKey),
      ),
    )
    .orderBy(activities.shipmentId, desc(activities.occurredAt), desc(activities.createdAt), desc(activities.id))
    .as('news');
  return executor
    .select({
      ...news._.selectedFields,
      total: sql<number>`count(*) over ()`.mapWith(Number),
    })
    .from(news)
    .orderBy(desc(news.heardAt), desc(news.id))
    .limit(PAGE_SIZE);
}

export async function listChanges(
  executor: Executor,
  ownerId: string,
  { since }: { since: string },
): Promise<ShipmentChanges> {
  const now = await databaseTime(executor);
  const until = new Date(now.getTime() - MAX_TRANSACTION_MS).toISOString();
  const earliest = new Date(Math.max(new Date(since).getTime(), now.getTime() - MAX_AGE_MS));
  const changed = await listChangedShipments(executor, ownerId, earliest);
  return {
    data: changed.map(({ total, ...row }) => toSummary(row)),
    total: changed[0]?.total ?? 0,
    until,
  };
}
