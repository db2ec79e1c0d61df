import { and, eq, gt, gte, isNull, lt, min, not, type SQL, sql, sum } from 'drizzle-orm';
import type { Arrival } from '../../../src/domain/paged.ts';
import { SHIPMENT_STATUSES, type ShipmentStatus } from '../../../src/domain/shipment-status.ts';
import {
  ASKED_WORK,
  type AskedWork,
  isOtherWork,
  OTHER_WORK,
  type OtherWork,
  PICTURED_DAYS,
  SHIPMENT_WORK,
  type ShipmentWork,
  UNSCANNED_HOURS,
} from '../../../src/domain/work.ts';
import type { Executor } from '../../base/database/client.ts';
import { IS_CURRENT } from '../../base/database/tables/runs.ts';
import { IS_TO_REFUND, LACKS_CODE, shipmentCounts, shipments } from '../../base/database/tables/shipments.ts';
import { drafts } from '../../base/database/tables/shops/drafts.ts';
import { anyOf } from '../../base/sql/lists.ts';

/** The owner of counters that count everyone's. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

const isRecent = and(
  eq(shipments.work, 'never-scanned'),
  gte(shipments.workSince, sql`now() - ${UNSCANNED_HOURS} * interval '1 hour'`),
);

const asked = (work: AskedWork) => sql`select s.id, s.status, run_exceptions.created_at as since
  from run_exceptions join shipments s on s.tracking_id = run_exceptions.tracking_id and s.deleted_at is null
  where resolved_at is null and kind = ${ASKED_WORK[work]}`;

const OTHERS: Record<OtherWork, SQL> = {
  disputes: asked('disputes'),
  wishes: sql`${asked('wishes')} and ${IS_CURRENT}`,
  complaints: asked('complaints'),
  'give-back': sql`${asked('give-back')} and ${IS_CURRENT}`,
  // Until the end, the shop has sent something else than what is here.
  'changed-orders': sql`select s.id, s.status, d.news_at as since from ${drafts} d
    join shipments s on s.id = d.shipment_id and s.status not in ('delivered', 'cancelled', 'failed')
    and s.deleted_at is null where d.news is not null`,
  codes: sql`select id, status, updated_at as since from shipments where ${LACKS_CODE}`,
  refunds: sql`select id, status, updated_at as since from shipments where ${IS_TO_REFUND}`,
};

export function isWork(work: ShipmentWork): SQL | undefined {
  if (work === 'codes') return LACKS_CODE;
  if (work === 'refunds') return IS_TO_REFUND;
  if (isOtherWork(work)) return sql`${shipments.id} in (select id from (${OTHERS[work]}) other)`;
  const isOld = lt(shipments.workSince, sql`now() - ${UNSCANNED_HOURS} * interval '1 hour'`);
  return and(eq(shipments.work, work), work === 'never-scanned' ? isOld : undefined);
}

/** Written out, since Drizzle leaves out the table if there is only one. */
export const isAnnounced = sql<boolean>`(shipments.work is not distinct from 'never-scanned' and starts_at_sender(shipments.id))`;

export const hasArrival = (arrival: Arrival): SQL | undefined =>
  arrival && (arrival === 'announced' ? isAnnounced : not(isAnnounced));

const forOthers = (select: (work: SQL, of: SQL) => SQL): SQL =>
  sql.join(
    OTHER_WORK.map((work) => select(sql`${work}::text`, OTHERS[work])),
    sql` union all `,
  );

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
    ${forOthers((work, of) => sql`select ${work}, count(distinct id)::int from (${of}) other where status ${hasStatus}`)}`);
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
  const { rows } = await executor.execute<{ work: OtherWork; since: string | null }>(
    forOthers((work, of) => sql`select ${work} as work, min(since) as since from (${of}) other`),
  );
  const others = rows.map(({ work, since }) => [work, since && new Date(since)] as const);
  return new Map([...oldest, ...others].flatMap(([work, since]) => (since ? [[work, since]] : [])));
}

export async function findOldestWish(executor: Executor): Promise<{ id: string; trackingId: string } | null> {
  const { rows } = await executor.execute<{ id: string; trackingId: string }>(sql`
    select id, tracking_id as "trackingId" from shipments
    where id = (select id from (${OTHERS.wishes}) wished order by since limit 1)`);
  return rows[0] ?? null;
}

/** Days are in UTC. */
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
