import { and, desc, eq, gte, isNull, lt, not, type SQL, sql, sum } from 'drizzle-orm';
import { MAX_BULK_ITEMS, type Selected, type SelectionInput } from '../../src/domain/bulk.ts';
import { wishIn } from '../../src/domain/choices.ts';
import { codOf } from '../../src/domain/cod.ts';
import { groupRows } from '../../src/domain/group-rows.ts';
import { splitAddress } from '../../src/domain/labels/split-address.ts';
import { fromCents } from '../../src/domain/money.ts';
import type { ManagedPage, Paged, PageSearch } from '../../src/domain/paged.ts';
import { EXACT_TOTAL_UNDER_SEARCH, neighbours, pageWindow } from '../../src/domain/pagination.ts';
import { pick } from '../../src/domain/pick.ts';
import { OPEN_TASK_STATUSES } from '../../src/domain/runs/task-status.ts';
import type {
  ManagedShipmentSummary,
  ShipmentRelation,
  ShipmentStatistics,
  ShipmentSummary,
} from '../../src/domain/shipment.ts';
import { type ShipmentStatus, STATISTIC_OF_STATUS } from '../../src/domain/shipment-status.ts';
import { filledTextsOf, SHIPMENT_TEXTS } from '../../src/domain/shipment-texts.ts';
import type { Database, Executor } from '../base/database/client.ts';
import { activities } from '../base/database/tables/activities.ts';
import { WEEK } from '../base/database/tables/columns.ts';
import { runs, runTasks } from '../base/database/tables/runs.ts';
import {
  RECEIVER_NAME_INDEX,
  RECEIVER_NAME_TEXT,
  SENDER_NAME_TEXT,
  shipmentCounts,
  shipments,
} from '../base/database/tables/shipments.ts';
import { type DayCount, planWalk, type Walk, walkOrder } from '../base/sql/list-walk.ts';
import { anyOf } from '../base/sql/lists.ts';
import { countRows, findNewest, type Window } from '../base/sql/newest-first.ts';
import { beginsName, matchesText } from '../base/sql/text-search.ts';
import { listChoices } from '../choices/store/choices.ts';
import { listReturnLinks } from '../returns/store/returns.ts';
import { type ShipmentListing, SUMMARY_KEYS, type SummaryRow, summaryColumns } from './store/read-listings.ts';
import { countByStatus } from './store/shipment-counts.ts';
import { conditionOf, type ShipmentFilter } from './store/shipment-filter.ts';
import { countWork, isAnnounced, NOBODY } from './store/shipment-work.ts';

const MAX_SKIPPED_ROWS = 1_000;

/** If there is a search or days, `total` is at most 1,001. */
interface ListedShipments {
  listings: ShipmentListing[];
  total: number;
}

interface Selection {
  walk?: Walk;
  column?: SQL;
  condition?: SQL;
}

/** Sent and received have one index each. */
function keysOf(filter: ShipmentFilter, { walk, column = sql``, condition }: Selection = {}): SQL {
  const cut = walk ? sql`${walkOrder(walk)} limit ${walk.skip + walk.take}` : sql``;
  const select = (rows: SQL | undefined) =>
    sql`(select ${shipments.id}, ${shipments.createdAt} ${column} from ${shipments}
      where ${and(rows, condition, walk && boundOf(walk))} ${cut})`;
  const { ownerId, relation } = filter;
  if (!ownerId || relation) return select(conditionOf(filter));
  const received = and(
    conditionOf({ ...filter, relation: 'receiver' }),
    sql`${shipments.senderId} is distinct from ${ownerId}`,
  );
  return sql`${select(conditionOf({ ...filter, relation: 'sender' }))} union all ${select(received)}`;
}

function boundOf({ order, bound }: Walk): SQL | undefined {
  if (!bound) return undefined;
  return order === 'newest first' ? lt(shipments.createdAt, bound) : gte(shipments.createdAt, bound);
}

function readWalk(executor: Executor, filter: ShipmentFilter, walk: Walk): Promise<ShipmentListing[]> {
  const keys = keysOf(filter, { walk });
  const ids = sql`(select id from (${keys}) as listed ${walkOrder(walk)} limit ${walk.take} offset ${walk.skip})`;
  return readListings(executor, sql`${shipments.id} in ${ids}`);
}

/** Reads only these shipments, so that late pages stay fast. */
async function readListings(executor: Executor, condition: SQL): Promise<ShipmentListing[]> {
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
      ...pick(shipments, ...SHIPMENT_TEXTS, 'codCents', 'senderName', 'receiverName', 'shipTo', 'feeCents', 'payer'),
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

const newest = (take: number, skip = 0): Walk => ({ order: 'newest first', skip, take });

/** One snapshot makes counters and rows agree. */
export function listDeepPage(db: Database, filter: ShipmentFilter, window: Window): Promise<ListedShipments> {
  // biome-ignore lint/plugin/server: a snapshot to read from
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

/** Counts everybody's shipments by the UTC day of their creation, the newest day first. */
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

async function listShipments(db: Database, filter: ShipmentFilter, window: Window): Promise<ListedShipments> {
  const { q } = filter;
  if (q) return searchShipments(db, { ...filter, q }, window);
  const { limit, offset } = window;
  const isCountedByDay = !filter.from && !filter.to && !filter.work && !filter.printed && !filter.arrival;
  if (offset > MAX_SKIPPED_ROWS && isCountedByDay) return listDeepPage(db, filter, window);
  const [listings, total] = await Promise.all([
    readWalk(db, filter, newest(limit, offset)),
    countShipments(db, filter),
  ]);
  return { listings, total };
}

/** Keeps the order of indexes, or PostgreSQL reads all first. */
export function ofPeopleNamed(q: string): SQL {
  const named = (name: SQL, condition?: SQL) =>
    sql`(select from ${shipments} where ${and(isNull(shipments.deletedAt), beginsName(name, q), condition)}
      order by ${name} using ~<~)`;
  // One server builds it after an upgrade.
  const isBuilt = sql`(select indisvalid from pg_index where indexrelid = to_regclass(${RECEIVER_NAME_INDEX}))`;
  const receivers = named(RECEIVER_NAME_TEXT, and(not(beginsName(SENDER_NAME_TEXT, q)), isBuilt));
  return sql`${named(SENDER_NAME_TEXT)} union all ${receivers}`;
}

/** Finds the ids of the newest. */
export async function searchIds(
  executor: Executor,
  filter: ShipmentFilter & { q: string },
  window: Window,
): Promise<{ ids: string[]; total: number }> {
  const { q } = filter;
  const list = { ...filter, q: undefined };
  const { ownerId, status, work, printed, arrival, from, to } = filter;
  const column = sql`, ${matchesText(q)} as hit`;
  return findNewest(executor, window, {
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
}

async function searchShipments(
  executor: Executor,
  filter: ShipmentFilter & { q: string },
  window: Window,
): Promise<ListedShipments> {
  const { ids, total } = await searchIds(executor, filter, window);
  return { listings: ids.length > 0 ? await readListings(executor, anyOf(shipments.id, ids)) : [], total };
}

async function listPage<Row>(
  db: Database,
  filter: ShipmentFilter,
  { page, size }: Pick<ManagedPage, 'page' | 'size'>,
  rowOf: (listing: ShipmentListing) => Row,
): Promise<Paged<Row>> {
  const { listings, total } = await listShipments(db, filter, pageWindow(page, size));
  return { data: listings.map(rowOf), total, pagination: neighbours(page ?? 1, total, size) };
}

export function toSummary({ createdAt, comment, address, occurredAt, ...shipment }: SummaryRow): ShipmentSummary {
  return {
    ...shipment,
    createdAt: createdAt.toISOString(),
    latestActivity:
      occurredAt === null
        ? null
        : { comment: comment ?? '', address: address ?? '', occurredAt: occurredAt.toISOString() },
  };
}

/** Leaves out what only managers see. */
function toOwnSummary(listing: ShipmentListing): ShipmentSummary {
  const row = pick(listing, ...SUMMARY_KEYS);
  return { ...toSummary(row), ...codOf(listing), ...(listing.announced && { announced: true }) };
}

/** Whoever sends a shipment knows where it goes, and what they pay for it. */
const toSentSummary = (listing: ShipmentListing): ShipmentSummary => ({
  ...toOwnSummary(listing),
  to: { name: listing.receiverName, town: splitAddress({ shipTo: listing.shipTo, receiverCountry: '' }).town },
  ...(listing.payer === 'sender' && { fee: fromCents(listing.feeCents) }),
});

/** A return and what it returns name each other. */
export async function listOwnShipments(
  db: Database,
  ownerId: string,
  { page: { page, ...search }, rel }: { page: PageSearch; rel: ShipmentRelation },
): Promise<Paged<ShipmentSummary>> {
  const toRow = rel === 'sender' ? toSentSummary : toOwnSummary;
  const listed = await listPage<ShipmentSummary>(db, { ownerId, relation: rel, ...search }, { page }, toRow);
  const links = await listReturnLinks(
    db,
    listed.data.map(({ id }) => id),
  );
  return { ...listed, data: listed.data.map((row) => ({ ...row, ...links.get(row.id) })) };
}

export async function listManagedShipments(
  db: Database,
  { page: { page, size, ...search }, userId }: { page: ManagedPage; userId?: string | undefined },
): Promise<Paged<ManagedShipmentSummary>> {
  const listed = await listPage<ManagedShipmentSummary>(
    db,
    { ownerId: userId, ...search },
    { page, size },
    (listing) => {
      const { senderName, receiverName, shipTo, run, work, statusVersion } = listing;
      return {
        ...filledTextsOf(listing),
        ...toOwnSummary(listing),
        senderName,
        receiverName,
        shipTo,
        work,
        statusVersion,
        ...(run && { run }),
        printed: listing.printedAt !== null,
        statusSince: (listing.changedAt ?? listing.createdAt).toISOString(),
      };
    },
  );
  if (search.work !== 'wishes') return listed;
  const ids = listed.data.map(({ id }) => id);
  const choicesOf = groupRows(await listChoices(db, ids), ({ shipmentId }) => shipmentId);
  const data = listed.data.map((row) => {
    const wished = wishIn(choicesOf.get(row.id) ?? []);
    return wished ? { ...row, wish: wished.wish } : row;
  });
  return { ...listed, data };
}

/** Which of these a filter has. */
async function findAmong(db: Database, ids: readonly string[], filter: ShipmentFilter): Promise<ListedShipments> {
  const listings = await readWalk(db, { ...filter, ids }, newest(ids.length));
  return { listings, total: listings.length };
}

export async function selectShipments(db: Database, { filter, ids }: SelectionInput): Promise<Selected> {
  const { listings, total } = ids
    ? await findAmong(db, ids, filter)
    : await listShipments(db, filter, { limit: MAX_BULK_ITEMS, offset: 0 });
  return { total, shipments: listings.map(({ id, trackingId }) => ({ id, trackingId })) };
}

export async function getShipmentStatistics(executor: Executor, ownerId: string): Promise<ShipmentStatistics> {
  const statistics = { inProgress: 0, delivered: 0, cancelled: 0, failed: 0 };
  for (const [status, total] of await countByStatus(executor, ownerId))
    statistics[STATISTIC_OF_STATUS[status]] += total;
  return statistics;
}
