import { and, eq, type SQL, sql } from 'drizzle-orm';
import { pick } from '../../../src/domain/pick.ts';
import { batchReads } from '../../base/database/batch-reads.ts';
import type { Database } from '../../base/database/client.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import { isNotDeleted, type ShipmentRow } from './shipments.ts';

/** No code, address or owner. */
const overviewColumns = {
  ...pick(shipments, 'id', 'trackingId', 'description', 'status', 'createdAt', 'service', 'images', 'senderName'),
  ...pick(shipments, 'senderCountry', 'receiverName', 'receiverCountry', 'dimensions', 'weight', 'valueCents'),
  ...pick(shipments, 'feeCents', 'payer', 'shipDate'),
};
export type ShipmentOverviewRow = Pick<ShipmentRow, keyof typeof overviewColumns>;

/** Building a statement takes twice as long as running it. A one-element array is slower than a value. */
function prepareOverviews(db: Database) {
  const where = (condition: SQL) => db.select(overviewColumns).from(shipments).where(and(condition, isNotDeleted));
  const one = where(eq(shipments.trackingId, sql.placeholder('trackingId'))).prepare('shipment_overview');
  const many = where(sql`${shipments.trackingId} = any(${sql.placeholder('trackingIds')})`).prepare(
    'shipment_overviews',
  );
  return batchReads<string, ShipmentOverviewRow>(async (trackingIds) => {
    const [trackingId] = trackingIds;
    const rows = await (trackingIds.length === 1 ? one.execute({ trackingId }) : many.execute({ trackingIds }));
    return new Map(rows.map((row) => [row.trackingId, row]));
  });
}
const overviewsOf = new WeakMap<Database, ReturnType<typeof prepareOverviews>>();

/** Finds what visitors see by normalized tracking ID, or null; concurrent calls share a query. */
export function findShipmentOverview(db: Database, trackingId: string): Promise<ShipmentOverviewRow | null> {
  const find = overviewsOf.get(db) ?? prepareOverviews(db);
  overviewsOf.set(db, find);
  return find(trackingId);
}
