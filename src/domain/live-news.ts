/** News sent to open pages. They never say what changed: the page refetches. */

/** The most shipments one stream follows. */
export const MAX_FOLLOWED = 20;

/** What changed since the last news; the first ones only confirm the stream. */
export interface LiveNews {
  /** Followed shipments that changed, normalized. */
  trackingIds: string[];
  /** The caller's own shipments, bills or money changed. */
  own: boolean;
  /** Something that managers see changed. */
  managed: boolean;
  /** Runs changed: the caller's own, or for managers any. Missing if not. */
  runs?: boolean;
}
