import type { ShipmentStatus } from '../shipment-status.ts';

/** What each status means, and what Karrio and AfterShip call it. */
export const V1_STATUSES: Record<ShipmentStatus, { meaning: string; karrio: string; afterShip: string }> = {
  'in-progress': { meaning: 'Created, not with us yet', karrio: 'pending', afterShip: 'InfoReceived' },
  shipped: { meaning: 'With us, on its way', karrio: 'in_transit', afterShip: 'InTransit' },
  delivery: { meaning: 'Out for delivery', karrio: 'out_for_delivery', afterShip: 'OutForDelivery' },
  held: { meaning: 'Waits at our place', karrio: 'on_hold', afterShip: 'Exception or AvailableForPickup' },
  delivered: { meaning: 'Delivered', karrio: 'delivered', afterShip: 'Delivered' },
  cancelled: { meaning: 'Will not be delivered', karrio: 'cancelled', afterShip: '–' },
  failed: { meaning: 'Could not be delivered', karrio: 'delivery_failed', afterShip: 'Exception' },
};
