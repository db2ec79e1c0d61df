import { MAX_BULK_ITEMS, type Selected, type SelectionInput } from '../../src/domain/bulk.ts';
import { wishIn } from '../../src/domain/choices.ts';
import { codOf } from '../../src/domain/cod.ts';
import { groupRows } from '../../src/domain/group-rows.ts';
import type { ManagedPage, Paged, PageSearch } from '../../src/domain/paged.ts';
import { neighbours, pageWindow } from '../../src/domain/pagination.ts';
import type {
  ManagedShipmentSummary,
  ShipmentRelation,
  ShipmentStatistics,
  ShipmentSummary,
} from '../../src/domain/shipment.ts';
import { STATISTIC_OF_STATUS } from '../../src/domain/shipment-status.ts';
import type { Database, Executor } from '../base/database/client.ts';
import { listChoices } from '../choices/store/choices.ts';
import { listReturnLinks } from '../returns/store/returns.ts';
import type { ShipmentListing, SummaryRow } from './store/read-listings.ts';
import { countByStatus } from './store/shipment-counts.ts';
import type { ShipmentFilter } from './store/shipment-filter.ts';
import { findAmong, listShipments } from './store/shipment-lists.ts';

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
  const {
    senderName,
    receiverName,
    shipTo,
    timeWindow,
    codCents,
    run,
    work,
    statusVersion,
    printedAt,
    changedAt,
    ...own
  } = listing;
  const { announced, ...row } = own;
  return { ...toSummary(row), ...codOf({ codCents }), ...(announced && { announced }) };
}

/** A return and what it returns name each other. */
export async function listOwnShipments(
  db: Database,
  ownerId: string,
  { page: { page, ...search }, rel }: { page: PageSearch; rel: ShipmentRelation },
): Promise<Paged<ShipmentSummary>> {
  const listed = await listPage<ShipmentSummary>(db, { ownerId, relation: rel, ...search }, { page }, toOwnSummary);
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
      const { senderName, receiverName, shipTo, timeWindow, run, work, statusVersion } = listing;
      return {
        ...toOwnSummary(listing),
        senderName,
        receiverName,
        shipTo,
        work,
        statusVersion,
        ...(run && { run }),
        ...(timeWindow && { timeWindow }),
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
