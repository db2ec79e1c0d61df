/** News never say what changed: the page refetches. */

export const MAX_FOLLOWED = 20;

export interface LiveNews {
  trackingIds: string[];
  own: boolean;
  managed: boolean;
  /** The caller's own, or for managers any. */
  runs?: boolean;
}
