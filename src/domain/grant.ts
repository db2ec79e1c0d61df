/** A grant opens the detailed view of one shipment for an hour, in milliseconds (product decision 3). */
export const GRANT_LIFE = 60 * 60 * 1000;
