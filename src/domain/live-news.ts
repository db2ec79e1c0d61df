/** Never says what changed. */

export const MAX_FOLLOWED = 20;

/** The first only confirms the stream. */
export interface LiveNews {
  trackingIds: string[];
  /** Shipments, bills or money. */
  own: boolean;
  managed: boolean;
  /** Own runs, or for managers any. */
  runs?: boolean;
}
