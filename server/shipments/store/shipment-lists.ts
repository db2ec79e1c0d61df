import { and, desc, eq, isNull, not, type SQL, sql, sum } from 'drizzle-orm';
import { EXACT_TOTAL_UNDER_SEARCH } from '../../../src/domain/pagination.ts';
import type { ShipmentStatus } from '../../../src/domain/shipment-status.ts';
import type { Database, Executor } from '../../base/database/client.ts';
import { WEEK } from '../../base/database/tables/columns.ts';
import {
  RECEIVER_NAME_INDEX,
  RECEIVER_NAME_TEXT,
  SENDER_NAME_TEXT,
  shipmentCounts,
  shipments,
} from '../../base/database/tables/shipments.ts';
import { type DayCount, planWalk } from '../../base/sql/list-walk.ts';
import { anyOf } from '../../base/sql/lists.ts';
import { countRows, findNewest, type Window } from '../../base/sql/newest-first.ts';
import { beginsName, matchesText } from '../../base/sql/text-search.ts';
import { type ListedShipments, readListings, readWalk } from './read-listings.ts';
import type { ShipmentFilter } from './shipment-filter.ts';
import { keysOf, newest } from './shipment-keys.ts';
import { countWork, NOBODY } from './shipment-work.ts';

const MAX_SKIPPED_ROWS = 1_000;

export async function listShipments(db: Database, filter: ShipmentFilter, window: Window): Promise<ListedShipments> {
  if (filter.q) return searchShipments(db, filter, filter.q, window);
  const { limit, offset } = window;
  const isCountedByDay = !filter.from && !filter.to && !filter.work && !filter.printed && !filter.arrival;
  if (offset > MAX_SKIPPED_ROWS && isCountedByDay) return listDeepPage(db, filter, window);
  const [listings, total] = await Promise.all([
    readWalk(db, filter, newest(limit, offset)),
    countShipments(db, filter),
  ]);
  return { listings, total };
}

/** Which of these a filter has. */
export async function findAmong(
  db: Database,
  ids: readonly string[],
  filter: ShipmentFilter,
): Promise<ListedShipments> {
  const listings = await readWalk(db, { ...filter, ids }, newest(ids.length));
  return { listings, total: listings.length };
}

async function searchShipments(
  executor: Executor,
  filter: ShipmentFilter,
  q: string,
  window: Window,
): Promise<ListedShipments> {
  const list = { ...filter, q: undefined };
  const { ownerId, status, work, printed, arrival, from, to } = filter;
  const column = sql`, ${matchesText(q)} as hit`;
  const { ids, total } = await findNewest(executor, window, {
    newest: (take) => keysOf(list, { walk: newest(take), column }),
    all: keysOf(filter),
    ofWeek: (week) => keysOf(filter, { condition: sql`${WEEK} = ${week}` }),
    isScattered: Boolean(ownerId || status || work || printed || arrival),
    list: {
      size: from || to || printed || arrival ? 0 : await countShipments(executor, list),
      before: (time, take) => keysOf(list, { walk: newest(take), column, condition: sql`created_at < ${time}` }),
    },
    some: ownerId || status || work || printed || arrival || from || to ? undefined : ofPeopleNamed(q),
  });
  return { listings: ids.length > 0 ? await readListings(executor, anyOf(shipments.id, ids)) : [], total };
}

/** Selects shipments by their people's names, in the order of indexes, or PostgreSQL reads all first. */
export function ofPeopleNamed(q: string): SQL {
  const named = (name: SQL, condition?: SQL) =>
    sql`(select from ${shipments} where ${and(isNull(shipments.deletedAt), beginsName(name, q), condition)}
      order by ${name} using ~<~)`;
  // One server builds it after an upgrade.
  const isBuilt = sql`(select indisvalid from pg_index where indexrelid = to_regclass(${RECEIVER_NAME_INDEX}))`;
  const receivers = named(RECEIVER_NAME_TEXT, and(not(beginsName(SENDER_NAME_TEXT, q)), isBuilt));
  return sql`${named(SENDER_NAME_TEXT)} union all ${receivers}`;
}

/** Lists a deep page in one snapshot, so that counters and rows agree. */
export function listDeepPage(db: Database, filter: ShipmentFilter, window: Window): Promise<ListedShipments> {
  return db.transaction(
    async (snapshot) => {
      const days = filter.ownerId ? [] : await countByDay(snapshot, filter.status);
      const total = filter.ownerId
        ? await countShipments(snapshot, filter)
        : days.reduce((sum, { count }) => sum + count, 0);
      const walk = planWalk(window, total, days);
      return { listings: walk.take > 0 ? await readWalk(snapshot, filter, walk) : [], total };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

async function countShipments(executor: Executor, { q: _, ...filter }: ShipmentFilter): Promise<number> {
  const { ownerId, relation, status, work } = filter;
  if (filter.from || filter.to || filter.printed || filter.arrival || (work && ownerId)) {
    const walk = newest(EXACT_TOTAL_UNDER_SEARCH + 1);
    return countRows(executor, keysOf(filter, { walk }));
  }
  if (work) return (await countWork(executor, status)).get(work) ?? 0;
  const [row] = await executor
    .select({ total: sum(shipmentCounts.count).mapWith(Number) })
    .from(shipmentCounts)
    .where(
      and(
        eq(shipmentCounts.ownerId, ownerId ?? NOBODY),
        eq(shipmentCounts.relation, ownerId ? (relation ?? 'either') : 'all'),
        status ? eq(shipmentCounts.status, status) : undefined,
      ),
    );
  return row?.total ?? 0;
}

/** UTC, newest first. */
async function countByDay(executor: Executor, status: ShipmentStatus | undefined): Promise<DayCount[]> {
  const rows = await executor
    .select({ day: shipmentCounts.day, count: sum(shipmentCounts.count).mapWith(Number) })
    .from(shipmentCounts)
    .where(
      and(
        eq(shipmentCounts.ownerId, NOBODY),
        eq(shipmentCounts.relation, 'day'),
        status ? eq(shipmentCounts.status, status) : undefined,
      ),
    )
    .groupBy(shipmentCounts.day)
    .orderBy(desc(shipmentCounts.day));
  return rows.map(({ day, count }) => ({ day: new Date(`${day}T00:00:00Z`), count: count ?? 0 }));
}
