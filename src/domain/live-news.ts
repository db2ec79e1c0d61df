/** News never says what changed: the page refetches. */

/** Per stream. */
export const MAX_FOLLOWED = 20;

/** The first news only confirms the stream. */
export interface LiveNews {
  /** Normalized. */
  trackingIds: string[];
  /** The caller's own shipments, bills or money changed. */
  own: boolean;
  /** Something that managers see changed. */
  managed: boolean;
  /** Runs changed: the caller's own, or for managers any. */
  runs?: boolean;
}
