import type { ShipmentStatus } from './shipment-status.ts';

const STEPS = ['Label created', 'Shipped', 'Out for delivery', 'Delivered'] as const;
/** A held parcel is past its transport, and not in a van. */
const AT: Partial<Record<ShipmentStatus, number>> = {
  'in-progress': 0,
  shipped: 1,
  held: 1,
  delivery: 2,
  delivered: 3,
};

export interface ProgressStep {
  title: string;
  state: 'done' | 'now' | 'next' | 'later';
}

export function progressOf(status: ShipmentStatus): ProgressStep[] | null {
  const at = AT[status];
  if (at === undefined) return null;
  return STEPS.map((title, index) => ({
    title: index === at && status === 'held' ? 'Held' : title,
    state: index < at ? 'done' : index === at ? 'now' : index === at + 1 ? 'next' : 'later',
  }));
}
