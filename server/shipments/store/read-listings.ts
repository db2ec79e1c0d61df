import { keysOf } from '../../../src/domain/field-schemas.ts';
import { pick } from '../../../src/domain/pick.ts';
import type { ShipmentText } from '../../../src/domain/shipment-texts.ts';
import type { activities } from '../../base/database/tables/activities.ts';
import type { runs } from '../../base/database/tables/runs.ts';
import { shipments } from '../../base/database/tables/shipments.ts';
import type { ShipmentRow } from './shipments.ts';

/** What a row of a list says of its shipment. */
export const summaryColumns = {
  ...pick(shipments, 'id', 'trackingId', 'reference', 'description', 'status', 'createdAt'),
};
export type SummaryRow = Pick<ShipmentRow, keyof typeof summaryColumns> & Nullable<LatestActivity>;
const LATEST = ['comment', 'address', 'occurredAt'] as const;
export const SUMMARY_KEYS = [...keysOf(summaryColumns), ...LATEST];
type LatestActivity = Pick<typeof activities.$inferSelect, (typeof LATEST)[number]>;
type Nullable<Row> = { [Key in keyof Row]: Row[Key] | null };

export interface ShipmentListing
  extends SummaryRow,
    Pick<
      ShipmentRow,
      | ShipmentText
      | 'senderName'
      | 'receiverName'
      | 'shipTo'
      | 'codCents'
      | 'feeCents'
      | 'payer'
      | 'work'
      | 'statusVersion'
      | 'printedAt'
    > {
  /** The open one that it is in. */
  run: Pick<typeof runs.$inferSelect, 'id' | 'name' | 'day'> | null;
  /** Null while it has its first status. */
  changedAt: Date | null;
  announced: boolean;
}
