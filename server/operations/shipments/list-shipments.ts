import type { Paged, PageSearch } from '../../../src/domain/paged.ts';
import { neighbours, pageWindow } from '../../../src/domain/pagination.ts';
import type {
  ManagedShipmentSummary,
  ShipmentRelation,
  ShipmentStatistics,
  ShipmentSummary,
} from '../../../src/domain/shipment.ts';
import { STATISTIC_OF_STATUS } from '../../../src/domain/shipment-status.ts';
import type { Database, Executor } from '../../database/client.ts';
import {
  countByStatus,
  listShipments,
  type ShipmentFilter,
  type ShipmentListing,
} from '../../stores/shipments/shipment-lists.ts';

/** A page of ten, or the newest five without one (product decision 2). */
async function pageOf<Row>(
  db: Database,
  filter: ShipmentFilter,
  number: number | undefined,
  rowOf: (listing: ShipmentListing) => Row,
): Promise<Paged<Row>> {
  const { listings, total } = await listShipments(db, filter, pageWindow(number));
  return { data: listings.map(rowOf), total, pagination: neighbours(number ?? 1, total) };
}

function summaryOf({ id, trackingId, description, status, createdAt, ...latest }: ShipmentListing): ShipmentSummary {
  const { comment, address, occurredAt } = latest;
  return {
    id,
    trackingId,
    description,
    status,
    createdAt: createdAt.toISOString(),
    latestActivity:
      occurredAt === null
        ? null
        : { comment: comment ?? '', address: address ?? '', occurredAt: occurredAt.toISOString() },
  };
}

/** A person's own shipments, as their sender or as their receiver (shipment.getShipments). */
export function listOwnShipments(
  db: Database,
  ownerId: string,
  { page: { page, ...search }, rel }: { page: PageSearch; rel: ShipmentRelation },
): Promise<Paged<ShipmentSummary>> {
  return pageOf(db, { ownerId, relation: rel, ...search }, page, summaryOf);
}

/** All shipments, or all of one person's, for managers (shipmentAdmin.getShipments). */
export function listManagedShipments(
  db: Database,
  { page: { page, ...search }, userId }: { page: PageSearch; userId?: string | undefined },
): Promise<Paged<ManagedShipmentSummary>> {
  return pageOf(db, { ownerId: userId, ...search }, page, (listing) => ({
    ...summaryOf(listing),
    senderName: listing.senderName,
    receiverName: listing.receiverName,
  }));
}

/** How a person's shipments stand, sent and received together (shipment.getShipmentsStats). Product decision 6. */
export async function shipmentStatistics(executor: Executor, ownerId: string): Promise<ShipmentStatistics> {
  const statistics = { inProgress: 0, delivered: 0, cancelled: 0, failed: 0 };
  for (const [status, total] of await countByStatus(executor, ownerId))
    statistics[STATISTIC_OF_STATUS[status]] += total;
  return statistics;
}
