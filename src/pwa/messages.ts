/** Every message between a page and the service worker. */

/** What a page may tell the worker. */
export type PageMessage =
  /** The new version may take over now. */
  | { type: 'SKIP_WAITING' }
  /** A page that was opened while the first worker began is without one until it says so. */
  | { type: 'claim' }
  /** The page started and has had time to settle: the worker can now check the files it started from. */
  | { type: 'started' }
  /** A part of the page could not be loaded: check every file now and fetch what is broken. The worker replies `repaired`. */
  | { type: 'repair' }
  /** A person signs out, or clears this device: forget every answer and image that was kept. The worker answers `forgotten`. */
  | { type: 'forget-person' };

/** What the worker answers to a message that wants an answer. */
export type WorkerMessage = { type: 'forgotten' } | { type: 'repaired' };

/** What the worker tells pages of its own accord. */
export type WorkerBroadcast =
  /** There is a connection: look what waits in the outbox. */
  | { type: 'nudge' }
  /** The device has no room for an answer or an image. */
  | { type: 'full' }
  /** The worker is retired (server/http/retire-worker.ts), and loads this page anew unless it answers that somebody is writing. */
  | { type: 'retired' }
  /** A notification was tapped: show this page, and answer whether you do. */
  | { type: 'show'; path: string };

/** The name under which the worker is asked to wake for the outbox (Background Sync). */
export const OUTBOX_SYNC = 'outbox';

/** The caches that hold what a person has seen, by name; the worker fills them, and pages may look into them. */
export const TRACKING_CACHE = 'tracking';
export const IMAGE_CACHE = 'images';
/** How many images are kept; one more takes the place of the one that was longest not looked at. */
export const MAX_CACHED_IMAGES = 60;

/** How the address ends under which the look-up of somebody without session or grant is kept: what everyone may see. */
export const PUBLIC_VIEW = 'person=nobody&grant=none';

/** The header that a kept answer or image carries: when the server gave it (ISO). A fresh one has none. */
export const FETCHED_AT_HEADER = 'x-sw-fetched-at';

/** Why the worker returned a stored copy; not there on what the server sent. */
export const FALLBACK_REASON_HEADER = 'x-sw-fallback-reason';

/**
 * - `network`: the server could not be reached.
 * - `timeout`: the server did not respond in time.
 * - `unreadable`: the response has status 200 but no shipment in it; it may be the page of a captive portal.
 * - `status-…`: the server, or a proxy before it, failed with this status: `status-503`.
 */
export type FallbackReason = 'network' | 'timeout' | 'unreadable' | `status-${number}`;

/** On a kept answer that is not the asker's own: what everyone may see, in place of what this person might. */
export const PUBLIC_VIEW_HEADER = 'x-sw-for-everyone';
