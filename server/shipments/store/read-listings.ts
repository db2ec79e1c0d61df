import { pick } from '../../../src/domain/pick.ts';
import type { activities } from '../../base/database/tables/activities.ts';
import type { runs } from '../../base/database/tables/runs.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
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
