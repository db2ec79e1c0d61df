/** Caches the shipments on a person's first pages, with images, one at a time, once an hour. */

import { type FetchQueryOptions, hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { isAffordable } from '../../browser/online-status.ts';
import { FIRST_PAGE } from '../../domain/paged.ts';
import type { ShipmentStatus } from '../../domain/shipment-status.ts';
import { labelsToPrintQuery } from '../../features/labels/queries.ts';
import { firstPage } from '../../features/manage-shipments/list/rows-per-page.ts';
import { managedShipmentQuery, managedShipmentsQuery } from '../../features/manage-shipments/queries.ts';
import { cacheImages } from '../../features/shipments/images/cache-images.ts';
import { ownShipmentsQuery } from '../../features/shipments/queries.ts';
import { billsOfShipmentQuery, trackedShipmentQuery } from '../../features/tracking/queries.ts';
import { waitForIdle } from '../../offline/idle.ts';
import { readStored } from '../../offline/stored-queries.ts';
import { MAX_CACHED_IMAGES } from '../../pwa/messages.ts';

const FRESH_MS = 60 * 60 * 1000;

interface Shipment {
  status: ShipmentStatus;
  images: readonly string[];
}

export async function cacheShipments(client: QueryClient, seesAll: boolean, signal: AbortSignal): Promise<void> {
  const stored = new Map((await readStored()).map((query) => [query.queryHash, query.state]));

  async function canContinue(): Promise<boolean> {
    do await waitForIdle();
    while (client.isMutating() > 0 && !signal.aborted);
    return !signal.aborted && isAffordable();
  }

  async function fetchWhenIdle<Data, Key extends QueryKey>(
    query: FetchQueryOptions<Data, Error, Data, Key>,
  ): Promise<Data | undefined> {
    if (!(await canContinue())) return undefined;
    return client.fetchQuery(query).catch(() => undefined);
  }

  const images = new Set<string>();

  async function cacheShipment<Data extends Shipment, Key extends QueryKey>(
    query: FetchQueryOptions<Data, Error, Data, Key>,
    status: ShipmentStatus,
  ): Promise<boolean> {
    const { data, dataUpdatedAt = 0 } = stored.get(hashKey(query.queryKey)) ?? {};
    const known = data as Shipment | undefined;
    const isCached = known?.status === status && Date.now() - dataUpdatedAt < FRESH_MS;
    // An earlier run may have ended before the images.
    for (const link of (isCached ? known : await fetchWhenIdle(query))?.images ?? []) images.add(link);
    return isCached;
  }

  for (const rel of ['receiver', 'sender'] as const) {
    const list = await fetchWhenIdle(ownShipmentsQuery(rel, FIRST_PAGE));
    for (const { trackingId, status } of list?.data ?? []) {
      const isKept = await cacheShipment(trackedShipmentQuery(trackingId), status);
      if (!isKept) await fetchWhenIdle(billsOfShipmentQuery(trackingId));
    }
  }
  if (seesAll) {
    const all = await fetchWhenIdle(managedShipmentsQuery(firstPage()));
    for (const { id, status } of all?.data ?? []) await cacheShipment(managedShipmentQuery(id), status);
    await fetchWhenIdle(labelsToPrintQuery);
  }
  await cacheImages([...images].slice(0, MAX_CACHED_IMAGES));
}
