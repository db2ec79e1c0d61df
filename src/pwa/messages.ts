export type PageMessage =
  | { type: 'SKIP_WAITING' }
  | { type: 'claim' }
  | { type: 'started' }
  /** Refetch broken files; replies `repaired`. */
  | { type: 'repair' }
  /** Delete caches, and store nothing for other pages until they reload; replies `forgotten`. */
  | { type: 'forget-person' }
  /** Replies `cleared`. */
  | { type: 'clear-caches' }
  /** Replies `courier-cached`. */
  | { type: 'cache-courier' };

export type WorkerMessage =
  | { type: 'forgotten' }
  | { type: 'cleared' }
  | { type: 'repaired' }
  | { type: 'courier-cached'; isComplete: boolean };

export type WorkerBroadcast =
  | { type: 'nudge' }
  | { type: 'full' }
  /** Pages reply whether they have unsaved input; the others reload. */
  | { type: 'retired' }
  /** Reply whether you show it. */
  | { type: 'show'; path: string };

export const OUTBOX_SYNC = 'outbox';

export const TRACKING_CACHE = 'tracking';
export const IMAGE_CACHE = 'images';
export const MAX_CACHED_IMAGES = 60;

export const PUBLIC_VIEW = 'person=nobody&grant=none';

/** When the server sent it (ISO); absent on a fresh response. */
export const FETCHED_AT_HEADER = 'x-sw-fetched-at';

export const FALLBACK_REASON_HEADER = 'x-sw-fallback-reason';

/** `unreadable`: status 200 without a shipment, as from a captive portal. */
export type FallbackReason = 'network' | 'timeout' | 'unreadable' | `status-${number}`;

export const PUBLIC_VIEW_HEADER = 'x-sw-for-everyone';
