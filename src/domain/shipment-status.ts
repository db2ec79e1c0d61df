import { choiceLabel } from './choice-label.ts';

/** A manager may set any (specification section 4). */
export const SHIPMENT_STATUSES = [
  'in-progress',
  'shipped',
  'delivery',
  'held',
  'delivered',
  'cancelled',
  'failed',
] as const;
export type ShipmentStatus = (typeof SHIPMENT_STATUSES)[number];

/** Product decision 6. */
export const STATISTIC_OF_STATUS = {
  'in-progress': 'inProgress',
  shipped: 'inProgress',
  delivery: 'inProgress',
  held: 'inProgress',
  delivered: 'delivered',
  cancelled: 'cancelled',
  failed: 'failed',
} as const satisfies Record<ShipmentStatus, string>;

/** Statuses of parcels on their way. */
export const OPEN_STATUSES = SHIPMENT_STATUSES.filter((status) => STATISTIC_OF_STATUS[status] === 'inProgress');

export const statusLabel = (status: ShipmentStatus): string => choiceLabel(status);

/** Says a status as a title: `in-transit` → `In Transit`. */
export function statusTitle(status: string): string {
  return status
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}
