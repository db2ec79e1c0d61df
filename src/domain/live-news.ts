/** Never says what changed: the page refetches. */

/** Per stream. */
export const MAX_FOLLOWED = 20;

/** The first news only confirms the stream. */
export interface LiveNews {
  /** Normalized. */
  trackingIds: string[];
  /** The caller's shipments, bills or money. */
  own: boolean;
  /** Anything that managers see. */
  managed: boolean;
  /** The caller's runs, or for managers any. */
  runs?: boolean;
}
