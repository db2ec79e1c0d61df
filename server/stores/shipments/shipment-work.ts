/** What a manager should do about shipments: their columns `work`, its counters, and its oldest. */
import { and, eq, gt, gte, isNull, lt, min, not, type SQL, sql, sum } from 'drizzle-orm';
import type { Arrival } from '../../../src/domain/paged.ts';
import { SHIPMENT_STATUSES, type ShipmentStatus } from '../../../src/domain/shipment-status.ts';
import { PICTURED_DAYS, SHIPMENT_WORK, type ShipmentWork, UNSCANNED_HOURS } from '../../../src/domain/work.ts';
import type { Executor } from '../../database/client.ts';
import { LACKS_CODE, shipmentCounts, shipments } from '../../database/tables/shipments.ts';
import { drafts } from '../../database/tables/shops/drafts.ts';
import { anyOf } from '../lists.ts';

/** The owner of counters that count everyone's. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

const isRecent = and(
  eq(shipments.work, 'never-scanned'),
  gte(shipments.workSince, sql`now() - ${UNSCANNED_HOURS} * interval '1 hour'`),
);

/** Whose shop says something else than what is here, while it is under way. */
const HAS_NEWS = sql`${shipments.status} not in ('delivered', 'cancelled', 'failed') and ${shipments.deletedAt} is null
  and exists (select from ${drafts} where ${drafts.shipmentId} = ${shipments.id} and ${drafts.news} is not null)`;
const NEWS = sql`${drafts} join ${shipments} on ${shipments.id} = ${drafts.shipmentId}
  where ${drafts.news} is not null and ${shipments.status} not in ('delivered', 'cancelled', 'failed') and ${shipments.deletedAt} is null`;

export const isWork = (work: ShipmentWork): SQL | undefined =>
  work === 'codes'
    ? LACKS_CODE
    : work === 'changed-orders'
      ? HAS_NEWS
      : and(
          eq(shipments.work, work),
          work === 'never-scanned'
            ? lt(shipments.workSince, sql`now() - ${UNSCANNED_HOURS} * interval '1 hour'`)
            : undefined,
        );

/** Its shop has made it, and nobody here has scanned it. Written out: Drizzle names columns of a single table without it. */
export const isAnnounced = sql<boolean>`(shipments.work is not distinct from 'never-scanned' and exists (select from activities made
  where made.shipment_id = shipments.id and made.kind = 'created' and made.created_by = shipments.sender_id))`;

export const hasArrival = (arrival: Arrival): SQL | undefined =>
  arrival && (arrival === 'announced' ? isAnnounced : not(isAnnounced));

export async function countWork(executor: Executor, status?: ShipmentStatus): Promise<Map<ShipmentWork, number>> {
  const hasStatus = status ? sql`= ${status}` : sql`is not null`;
  const { rows } = await executor.execute<{ work: ShipmentWork; count: number }>(sql`
    select ${shipmentCounts.relation} as work, sum(${shipmentCounts.count})::int as count from ${shipmentCounts}
    where ${eq(shipmentCounts.ownerId, NOBODY)} and ${anyOf(shipmentCounts.relation, SHIPMENT_WORK)}
      and ${shipmentCounts.status} ${hasStatus} group by 1
    union all
    select 'never-scanned', -count(*)::int from ${shipments}
    where ${and(isRecent, isNull(shipments.deletedAt))} and ${shipments.status} ${hasStatus}
    union all
    select 'changed-orders', count(*)::int from ${NEWS} and ${shipments.status} ${hasStatus}
    union all
    select 'codes', count(*)::int from ${shipments} where ${LACKS_CODE} and ${shipments.status} ${hasStatus}`);
  const counts = new Map<ShipmentWork, number>();
  for (const { work, count } of rows) counts.set(work, (counts.get(work) ?? 0) + count);
  return counts;
}

export async function findOldestWork(executor: Executor): Promise<Map<ShipmentWork, Date>> {
  const oldest = await Promise.all(
    SHIPMENT_WORK.map(async (work) => {
      const [row] = await executor
        .select({ since: min(shipments.workSince) })
        .from(shipments)
        .where(and(isWork(work), isNull(shipments.deletedAt)));
      return [work, row?.since] as const;
    }),
  );
  const [codes] = await executor
    .select({ since: min(shipments.updatedAt) })
    .from(shipments)
    .where(LACKS_CODE);
  const {
    rows: [news],
  } = await executor.execute<{ since: string | null }>(sql`select min(${drafts.newsAt}) as since from ${NEWS}`);
  const changed = news?.since ? new Date(news.since) : null;
  return new Map(
    [...oldest, ['codes', codes?.since] as const, ['changed-orders', changed] as const].flatMap(([work, since]) =>
      since ? [[work, since]] : [],
    ),
  );
}

/** Counts the shipments of the last days (UTC) by day and status. */
export async function countLastDays(
  executor: Executor,
): Promise<{ day: string; status: ShipmentStatus; count: number | null }[]> {
  return executor
    .select({
      day: shipmentCounts.day,
      status: shipmentCounts.status,
      count: sum(shipmentCounts.count).mapWith(Number),
    })
    .from(shipmentCounts)
    .where(
      and(
        eq(shipmentCounts.ownerId, NOBODY),
        eq(shipmentCounts.relation, 'day'),
        // All of them are named, so that the index leads to the days.
        anyOf(shipmentCounts.status, SHIPMENT_STATUSES),
        anyOf(shipmentCounts.slot, [0, 1, 2, 3]),
        gt(shipmentCounts.day, sql`(now() at time zone 'UTC')::date - ${PICTURED_DAYS}::int`),
      ),
    )
    .groupBy(shipmentCounts.day, shipmentCounts.status)
    .having(sql`sum(${shipmentCounts.count}) > 0`)
    .orderBy(shipmentCounts.day);
}
