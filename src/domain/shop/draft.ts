/** A shipment to be. What it says may be wrong or missing until it is confirmed. */
import { keysOf } from '../field-schemas.ts';
import { OWN_SHIPMENT_ENTRIES } from './own-shipment.ts';

/** Where drafts come from. */
export const DRAFT_SOURCES = ['form', 'file', 'woocommerce', 'shopify'] as const;
export type DraftSource = (typeof DRAFT_SOURCES)[number];

/** Of a person, at once. */
export const MAX_DRAFTS = 5_000;
/** At most as many are confirmed or deleted at once. */
export const DRAFTS_PAGE_SIZE = 100;
/** Unchanged drafts are deleted after it; so is what is left of confirmed ones. */
export const DRAFT_DAYS = 90;

const { location, ...DRAFT_ENTRIES } = OWN_SHIPMENT_ENTRIES;
export const DRAFT_FIELDS = keysOf(DRAFT_ENTRIES);
export type DraftField = (typeof DRAFT_FIELDS)[number];
export type DraftFields = Partial<Record<DraftField, string | number>>;

/** The line of a file, and the names of its columns. */
export interface DraftOrigin {
  fileName: string;
  line: number;
  columns: Partial<Record<DraftField, string>>;
}
