/** Every message between a page and the service worker. */

/** What a page sends to the worker. */
export type PageMessage =
  /** The new version may activate now. */
  | { type: 'SKIP_WAITING' }
  /** A page opened while the first worker was starting asks to be controlled by it. */
  | { type: 'claim' }
  /**
   * The page started and has had time to settle: the worker can now check the files it started
   * from.
   */
  | { type: 'started' }
  /**
   * A part of the page failed to load: check every file and refetch the broken ones. The worker
   * replies `repaired`.
   */
  | { type: 'repair' }
  /**
   * Sign-out: delete cached responses and images, and store nothing more for the other pages until
   * they have reloaded. The worker replies `forgotten`.
   */
  | { type: 'forget-person' }
  /** Clear this device: delete cached responses and images. The worker replies `cleared`. */
  | { type: 'clear-caches' }
  /**
   * A courier signed in: cache their pages and the scanner. The worker replies `courier-cached` and
   * whether all of them are there.
   */
  | { type: 'cache-courier' };

/** The worker's replies. */
export type WorkerMessage =
  | { type: 'forgotten' }
  | { type: 'cleared' }
  | { type: 'repaired' }
  | { type: 'courier-cached'; isComplete: boolean };

/** What the worker sends to all pages. */
export type WorkerBroadcast =
  /** The network is back: check the outbox. */
  | { type: 'nudge' }
  /** The device has no room for a response or an image. */
  | { type: 'full' }
  /**
   * Reply whether you have unsaved input. The retired worker (server/http/retire-worker.ts) reloads
   * pages without any, and page-recovery.ts those that do not reply.
   */
  | { type: 'retired' }
  /** A notification was tapped: show this page, and reply whether you do. */
  | { type: 'show'; path: string };

/** The Background Sync tag for the outbox. */
export const OUTBOX_SYNC = 'outbox';

/** The caches of what a person has seen: the worker fills them, pages may read them. */
export const TRACKING_CACHE = 'tracking';
export const IMAGE_CACHE = 'images';
/** How many images are cached; the least recently used goes first. */
export const MAX_CACHED_IMAGES = 60;

/** How the cache key of a visitor's lookup ends: the public view. */
export const PUBLIC_VIEW = 'person=nobody&grant=none';

/** On a cached response or image: when the server sent it (ISO). Fresh ones lack it. */
export const FETCHED_AT_HEADER = 'x-sw-fetched-at';

/** Why the worker returned a stored copy; absent on a fresh response. */
export const FALLBACK_REASON_HEADER = 'x-sw-fallback-reason';

/**
 * - `network`: the server could not be reached.
 * - `timeout`: the server did not respond in time.
 * - `unreadable`: status 200, but no shipment in it: perhaps the page of a captive portal.
 * - `status-…`: the server, or a proxy before it, failed with this status: `status-503`.
 */
export type FallbackReason = 'network' | 'timeout' | 'unreadable' | `status-${number}`;

/** On a cached public view, returned in place of the person's own view. */
export const PUBLIC_VIEW_HEADER = 'x-sw-for-everyone';
