import { paths } from '../src/domain/paths.ts';
import type { MovePush, PushMessage } from '../src/domain/push.ts';
import type { ShipmentOverview } from '../src/domain/shipment.ts';
import { statusLabel } from '../src/domain/shipment-status.ts';
import { inGroupsOfFour, isTrackingId } from '../src/domain/tracking-id.ts';
import { FETCHED_AT_HEADER, type WorkerBroadcast } from '../src/pwa/messages.ts';
import { serverAddress } from './server-calls.ts';
import { lookUpAsVisitor } from './tracking-cache.ts';

declare const self: ServiceWorkerGlobalScope;

/** Browsers require a notification for every message. */
export function showPushMessages(): void {
  self.addEventListener('push', (event) => event.waitUntil(show(event)));
  self.addEventListener('pushsubscriptionchange', (event) => {
    const change = event as SubscriptionChange;
    change.waitUntil(renewSubscription(change));
  });
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const { trackingId } = event.notification.data as { trackingId: string | null };
    event.waitUntil(open(trackingId === null ? paths.home : paths.trackedShipment(trackingId)));
  });
}

interface SubscriptionChange extends ExtendableEvent {
  oldSubscription: PushSubscription | null;
  newSubscription: PushSubscription | null;
}

const MOVE_WITHIN_MS = 30_000;

async function renewSubscription({ oldSubscription, newSubscription }: SubscriptionChange): Promise<void> {
  if (!oldSubscription) return;
  const { endpoint: from, options } = oldSubscription;
  const subscription = newSubscription ?? (await self.registration.pushManager.subscribe(options));
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  await fetch(serverAddress(`${paths.trpc}/push.move`), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ from, subscription: { endpoint, keys: { p256dh, auth } } } satisfies MovePush),
    signal: AbortSignal.timeout(MOVE_WITHIN_MS),
  });
}

async function show(event: PushEvent): Promise<void> {
  const { trackingId, news, says } = readMessage(event);
  const words = trackingId === null ? NOTHING_KNOWN : await wordsFor(event, trackingId);
  const title = news && trackingId ? `${news}: ${inGroupsOfFour(trackingId).join(' ')}` : words.title;
  await self.registration.showNotification(title, {
    body: says ?? words.body,
    icon: '/icons/icon-192.png',
    tag: trackingId ?? 'waybill',
    data: { trackingId },
  });
}

interface Answer {
  result?: { data: ShipmentOverview };
  error?: { data: { code: string; path?: string } };
}

interface Words {
  title: string;
  body: string;
}

const NOTHING_KNOWN: Words = { title: 'Shipment update', body: 'Open the app to see your shipments.' };

/** Only the recipient may know this. */
const NEWS: Partial<Record<PushMessage['kind'], string>> = {
  'delivery-attempted': 'Delivery attempted',
  'delivery-corrected': 'Not delivered after all',
  'two-stops': 'The courier is two stops away',
};

function readMessage({ data }: PushEvent): { trackingId: string | null; news?: string | undefined; says?: string } {
  try {
    const { trackingId, kind = 'status-changed', says } = (data?.json() ?? {}) as Partial<PushMessage>;
    const isKnown = typeof trackingId === 'string' && isTrackingId(trackingId);
    return { trackingId: isKnown ? trackingId : null, news: NEWS[kind], ...(says && { says }) };
  } catch {
    return { trackingId: null };
  }
}

async function wordsFor(event: ExtendableEvent, trackingId: string): Promise<Words> {
  const title = inGroupsOfFour(trackingId).join(' ');
  const response = await lookUpAsVisitor(event, trackingId).catch(() => null);
  const { result, error } = ((await response?.json().catch(() => null)) ?? {}) as Answer;
  // A cached status is older.
  const isNew = !response?.headers.has(FETCHED_AT_HEADER);
  if (result && isNew) return { title: `${statusLabel(result.data.status)}: ${title}`, body: result.data.description };
  const isGone = error?.data.code === 'NOT_FOUND' && error.data.path !== undefined;
  return {
    title,
    body: isGone ? 'This shipment no longer exists.' : 'The status has changed. Open it for details.',
  };
}

async function open(path: string): Promise<void> {
  const { href } = new URL(path, self.location.origin);
  const windows = await self.clients.matchAll({ type: 'window' });
  const there = windows.find(({ url }) => url.split('?')[0] === href);
  const [first] = windows;
  if (there) await there.focus();
  else if (first && (await shows(first, path))) await first.focus();
  else await self.clients.openWindow(href);
}

/** A tap may open a window only briefly. */
const ANSWER_WITHIN_MS = 2_000;

/** False if a form is being filled in there. */
function shows(window: WindowClient, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<boolean>) => resolve(data);
    setTimeout(() => resolve(false), ANSWER_WITHIN_MS);
    window.postMessage({ type: 'show', path } satisfies WorkerBroadcast, [port2]);
  });
}
