import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useProfile } from '../features/session/queries.ts';
import { unsentCount, useOutbox } from '../offline/outbox-view.ts';
import { askToPersist } from '../offline/persistence.ts';
import { isInstalled } from '../pwa/install.ts';
import { inBackground } from '../pwa/stale-chunks.ts';
import type { ImageKeeper } from './keep-shipments.ts';

/** A page that still loads has the network for itself. */
const SETTLED_MS = 4_000;

/**
 * Saves what people will want without network, once a page has settled, and again when there is a network again: the images of
 * what anybody opens, and the latest shipments of whoever is signed in. Asks the browser to hold on to it once that matters.
 * Draws nothing.
 */
export function DeviceKeeper() {
  const client = useQueryClient();
  const profile = useProfile();
  const userId = profile?.verified ? profile.id : null;
  const isManager = profile?.header ?? false;
  const isWaiting = unsentCount(useOutbox()) > 0;

  useEffect(() => {
    const over = new AbortController();
    let images: ImageKeeper | null = null;
    const start = async () => {
      const keeping = await inBackground(() => import('./keep-shipments.ts'));
      if (!keeping || over.signal.aborted) return;
      images ??= keeping.keepImages(client);
      if (userId !== null) await keeping.keepShipments(client, isManager, images.keep, over.signal);
    };
    const timer = setTimeout(start, SETTLED_MS);
    addEventListener('online', start);
    return () => {
      over.abort();
      clearTimeout(timer);
      removeEventListener('online', start);
      images?.end();
    };
  }, [client, userId, isManager]);

  useEffect(() => {
    if (userId !== null && (isWaiting || isInstalled())) void askToPersist();
  }, [userId, isWaiting]);

  return null;
}
