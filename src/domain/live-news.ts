/** News never say what changed. */

export const MAX_FOLLOWED = 20;

export interface LiveNews {
  trackingIds: string[];
  own: boolean;
  managed: boolean;
  /** The caller's, or for managers any. */
  runs?: boolean;
  /** The caller's. */
  drafts?: boolean;
}
