import { useSyncExternalStore } from 'react';
import { createSignal } from '../browser/create-signal.ts';
import type { PushSubscription as Described } from '../domain/push.ts';
import { currentSubscription, unsubscribeFromPush } from './push-subscription.ts';

/** Only installed apps can ask on iOS. */
export type PushSupport = 'ready' | 'denied' | 'install-first' | 'unsupported';

export class PushFailure extends Error {
  override name = 'PushFailure';
}

const WORDS = {
  notAllowed: 'Notifications aren’t allowed. You can allow them for this site in the browser’s settings.',
  noWorker:
    'This browser stores nothing for this site, so notifications can’t reach you. Reload the page and try again.',
  noService: 'Your browser couldn’t reach its push service. Please try again.',
} as const;

const changed = createSignal();

function subscribe(listener: () => void): () => void {
  const stop = changed.subscribe(listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    stop();
    document.removeEventListener('visibilitychange', listener);
  };
}

function currentSupport(): PushSupport {
  if (!('PushManager' in window) || !('Notification' in window) || !('serviceWorker' in navigator)) {
    const isTabOnIos = (navigator as Navigator & { standalone?: boolean }).standalone === false;
    return isTabOnIos ? 'install-first' : 'unsupported';
  }
  return Notification.permission === 'denied' ? 'denied' : 'ready';
}

export function usePushSupport(): PushSupport {
  return useSyncExternalStore(subscribe, currentSupport, () => 'unsupported');
}

/** Null if not subscribed. */
export async function pushEndpoint(): Promise<string | null> {
  return (await currentSubscription())?.endpoint ?? null;
}

/** @throws {PushFailure} */
export async function subscribeToPush(askForKey: () => Promise<string>): Promise<Described> {
  // First: browsers only allow it after a click.
  const permission = await Notification.requestPermission();
  changed.notify();
  if (permission !== 'granted') throw new PushFailure(WORDS.notAllowed);
  if (!(await navigator.serviceWorker.getRegistration())) throw new PushFailure(WORDS.noWorker);
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: await askForKey() };
  const subscription = await pushManager.subscribe(options).catch(async (error: unknown) => {
    // The server's keys have changed.
    if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw new PushFailure(WORDS.noService);
    await unsubscribeFromPush();
    return pushManager.subscribe(options);
  });
  const { endpoint = '', keys = {} } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys;
  return { endpoint, keys: { p256dh, auth } };
}
