import type { SummaryRow } from './read-listings.ts';

export type ChangedShipment = SummaryRow & { total: number };
