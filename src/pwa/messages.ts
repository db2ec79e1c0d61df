export type PageMessage =
  | { type: 'SKIP_WAITING' }
  | { type: 'claim' }
  | { type: 'started' }
  /** Refetch broken files; replies `repaired`. */
  | { type: 'repair' }
  /**
   * The worker deletes caches, and stores nothing for other pages until they reload; it replies
   * `forgotten`.
   */
  | { type: 'forget-person' }
  /** Replies `cleared`. */
  | { type: 'clear-caches' }
  /** Replies `pages-cached`. */
  | { type: 'cache-pages'; of: PagesOf };

export type WorkerMessage =
  | { type: 'forgotten' }
  | { type: 'cleared' }
  | { type: 'repaired' }
  | { type: 'pages-cached'; isComplete: boolean };

export type WorkerBroadcast =
  | { type: 'nudge' }
  | { type: 'full' }
  /** Pages reply whether they have unsaved input; the others reload. */
  | { type: 'retired' }
  /** Reply whether you show it. */
  | { type: 'show'; path: string };

/** Some devices lack these chunks; the key is their cache. build/chunks.ts has most names. */
export const OPTIONAL_CHUNKS = {
  scanner: ['scan-worker', 'zxing_reader'],
  courier: ['courier'],
  office: ['office'],
  chart: ['chart'],
  shop: ['shop', 'shop-home', 'own-shipment-actions'],
  desk: ['desk', 'desk-lists', 'bulk-bar', 'add-to-any-run', 'resolve-asked', 'order-worker', 'colours-editor'],
};
export type OptionalCache = keyof typeof OPTIONAL_CHUNKS;

/** A role needs these to open its pages offline. */
export const CACHES_OF_PAGES = {
  courier: ['scanner', 'courier', 'chart'],
  shop: ['office', 'shop', 'chart'],
  desk: ['office', 'shop', 'desk', 'chart'],
} satisfies Record<string, OptionalCache[]>;
export type PagesOf = keyof typeof CACHES_OF_PAGES;

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
