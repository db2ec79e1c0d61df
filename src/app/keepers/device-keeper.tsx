import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onServerAnswer } from '../../api/calls/server-answers.ts';
import { inBackground } from '../../browser/in-background.ts';
import { useProfile } from '../../features/session/queries.ts';
import { askToPersist } from '../../offline/persistence.ts';
import { unsentCount, useOutbox } from '../../outbox/outbox-view.ts';
import { isInstalled } from '../../pwa/install.ts';

/** Short visits cache nothing, and a loading page has the network to itself. */
const SETTLED_MS = 4_000;
/** How often expired data is looked for. */
const LOOK_EVERY_MS = 60 * 60 * 1000;

/**
 * Caches what the signed-in person will need offline once a page has settled, and again after
 * reconnecting. Deletes expired data while the server responds. Asks the browser for persistent
 * storage once it matters.
 */
export function DeviceKeeper() {
  const client = useQueryClient();
  const profile = useProfile();
  const userId = profile?.verified ? profile.id : null;
  const isManager = profile?.header ?? false;
  const isWaiting = unsentCount(useOutbox()) > 0;

  useEffect(() => {
    if (userId === null) return;
    const over = new AbortController();
    const start = async () => {
      const keeping = await inBackground(() => import('./keep-shipments.ts'));
      if (!keeping || over.signal.aborted) return;
      await keeping.keepShipments(client, isManager, over.signal);
    };
    const timer = setTimeout(start, SETTLED_MS);
    addEventListener('online', start);
    return () => {
      over.abort();
      clearTimeout(timer);
      removeEventListener('online', start);
    };
  }, [client, userId, isManager]);

  const keptFor = profile?.id;
  useEffect(() => {
    if (keptFor === undefined) return;
    let lookedAt = Number.NEGATIVE_INFINITY;
    return onServerAnswer(() => {
      if (performance.now() - lookedAt < LOOK_EVERY_MS) return;
      lookedAt = performance.now();
      void inBackground(() => import('../../offline/stored-queries.ts')).then((stored) => stored?.forgetExpired());
    });
  }, [keptFor]);

  useEffect(() => {
    if (userId !== null && (isWaiting || isInstalled())) void askToPersist();
  }, [userId, isWaiting]);

  return null;
}
