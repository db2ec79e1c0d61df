import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onServerResponse } from '../../api/calls/server-responses.ts';
import { loadOptional } from '../../browser/loading/load-optional.ts';
import type { RestrictedCall } from '../../domain/roles.ts';
import { useProfile } from '../../features/session/queries.ts';
import { useMay } from '../../features/session/use-may.ts';
import { unsentCount, useOutbox } from '../../outbox/outbox-view.ts';
import { isInstalled } from '../../pwa/install.ts';
import type { PagesOf } from '../../pwa/messages.ts';
import { requestPersistence } from '../../pwa/persistence.ts';

/** Short visits cache nothing. */
const SETTLE_DELAY_MS = 4_000;
const EXPIRY_CHECK_MS = 60 * 60 * 1000;

const PAGES: [PagesOf, RestrictedCall][] = [
  ['courier', 'courier.getRun'],
  ['shop', 'shipper.createShipment'],
  ['desk', 'deskAdmin.getWork'],
];

export function OfflineSync() {
  const client = useQueryClient();
  const profile = useProfile();
  const userId = profile?.verified && !profile.needsSecondFactor ? profile.id : null;
  const may = useMay();
  const seesAll = may('shipmentAdmin.getShipments');
  const hasUnsent = unsentCount(useOutbox()) > 0;

  useEffect(() => {
    if (userId === null) return;
    const controller = new AbortController();
    const start = async () => {
      const module = await loadOptional(() => import('./cache-shipments.ts'));
      if (!module || controller.signal.aborted) return;
      await module.cacheShipments(client, seesAll, controller.signal);
    };
    const timer = setTimeout(start, SETTLE_DELAY_MS);
    addEventListener('online', start);
    return () => {
      controller.abort();
      clearTimeout(timer);
      removeEventListener('online', start);
    };
  }, [client, userId, seesAll]);

  const mayPages = PAGES.filter(([, call]) => may(call)).map(([role]) => role);
  const hasRoles = mayPages.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: its names stand for the list, which is new each time
  useEffect(() => {
    if (hasRoles === '') return;
    const prepare = () =>
      void loadOptional(() => import('./prepare-pages.ts')).then((one) => one?.preparePages(client, mayPages));
    prepare();
    addEventListener('online', prepare);
    return () => removeEventListener('online', prepare);
  }, [client, hasRoles]);

  const storedUserId = profile?.id;
  useEffect(() => {
    if (storedUserId === undefined) return;
    let checkedAt = Number.NEGATIVE_INFINITY;
    return onServerResponse(() => {
      if (performance.now() - checkedAt < EXPIRY_CHECK_MS) return;
      checkedAt = performance.now();
      void loadOptional(() => import('../../offline/stored-queries.ts')).then((stored) => stored?.forgetExpired());
    });
  }, [storedUserId]);

  useEffect(() => {
    if (userId !== null && (hasUnsent || isInstalled())) void requestPersistence();
  }, [userId, hasUnsent]);

  return null;
}
