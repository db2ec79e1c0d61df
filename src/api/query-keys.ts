/**
 * Every query key, and with it where the query's data is kept between visits: nowhere, in local storage (only what is
 * nobody's, keys that start with `cache`), or in the database of the signed-in person.
 */
export const queryKeys = {
  profile: ['profile'],
  trackedShipment: (trackingId: string) => ['tracked-shipment', trackingId],
  billsOfShipment: (trackingId: string) => ['bills-of-shipment', trackingId],
  managedShipments: (page: object) => ['managed-shipments', page],
  managedShipment: (id: string) => ['managed-shipment', id],
} as const;
