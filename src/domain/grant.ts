/** How long a grant opens a shipment's detailed view, in milliseconds (product decision 3). */
export const GRANT_LIFE = 60 * 60 * 1000;
