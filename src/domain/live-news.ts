/** What an open page is told while it is open. The news never say what has changed: whoever hears asks again. */

/** As many shipments one stream follows. */
export const MOST_FOLLOWED = 20;

/** What has changed since the news before: the first ones say only that somebody listens. */
export interface LiveNews {
  /** Of those that are followed, normalized. */
  trackingIds: string[];
  /** Something of the caller's own: their shipments, bills or money. */
  own: boolean;
  /** Something that managers see. */
  managed: boolean;
}
